import { uuidv7 } from '#shared/uuid';
import { findProjectRoot } from '../settings/project-root.ts';
import { askCommand } from './data/ask.ts';
import { backupCommand } from './data/backup-command.ts';
import { copyCommand } from './data/copy.ts';
import { drillCommand } from './data/drill.ts';
import { eraseCommand } from './data/erase.ts';
import { exportCommand } from './data/export-person.ts';
import { restoreCommand } from './data/restore-command.ts';
import { declineCommand, restrictCommand } from './data/restrict.ts';
import { retentionCommand } from './data/retention-command.ts';
import { verifyCommand } from './data/verify.ts';
import { runSubcommands } from './frame/run-subcommands.ts';

const { now } = Date;

await runSubcommands({
  name: 'data',
  about:
    'Manages the database in DATABASE_URL. The server may be running, except for restore and copy. See docs/operations.md for when to use each.',
  commands: {
    backup: backupCommand,
    restore: restoreCommand,
    verify: verifyCommand,
    drill: drillCommand,
    ask: askCommand,
    restrict: restrictCommand,
    decline: declineCommand,
    retention: retentionCommand,
    export: exportCommand,
    erase: eraseCommand,
    copy: copyCommand,
  },
  createContext: (base, config) => ({
    ...base,
    config,
    root: findProjectRoot(),
    now,
    newId: () => uuidv7(now(), crypto.getRandomValues(new Uint8Array(10))),
  }),
});
