// Migrates FILE and kills itself, with a signal that nothing can catch, when statement N begins (counted from 0).
import Sqlite from 'better-sqlite3';
import { migrate } from '../migrate.ts';

const [file = '', killAt = ''] = process.argv.slice(2);
let statement = 0;
const db = new Sqlite(file, {
  verbose: () => {
    if (statement++ === Number(killAt)) process.kill(process.pid, 'SIGKILL');
  },
});
db.pragma('journal_mode = WAL');
statement = 0;
migrate(db);
db.close();
