import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import {
  type BuiltServer,
  createSiteFolder,
  runEntry,
  startServer,
} from '../server/src/testing/sites/built-process.ts';
import type { Preset } from '../shared/src/site-funnels.ts';

export type OwnedSite = Awaited<ReturnType<typeof openSite>>;
/** A site that a test may restart, but not close. */
export type Site = Omit<OwnedSite, 'close'>;

/** Opens a self-hosted site for one browser test: a process, a port, a database file. */
export async function openSite(env: NodeJS.ProcessEnv = {}) {
  const { folder, remove } = createSiteFolder();
  const databasePath = join(folder, 'data/site.db');
  const settings = { DATABASE_URL: `file:${databasePath}`, ...env };
  const servers: BuiltServer[] = [];
  const problems: string[] = [];
  let running: BuiltServer | undefined;

  async function start(extra: NodeJS.ProcessEnv) {
    const server = await startServer(folder, { ...settings, ...extra });
    servers.push(server);
    running = server;
    server.exited.then((code) => {
      if (running === server)
        problems.push(`the server ended unasked: ${code ?? server.child.signalCode}`);
    });
    return server.url;
  }
  async function stop() {
    const server = running;
    running = undefined; // from here on the exit is expected
    await server?.stop();
  }

  const url = await start({}).catch((error) => {
    remove();
    throw error;
  });
  const port = new URL(url).port;
  function withDatabase<Result>(readonly: boolean, act: (database: Database.Database) => Result) {
    const database = new Database(databasePath, { readonly });
    try {
      return act(database);
    } finally {
      database.close();
    }
  }
  const output = () => servers.map(({ output }) => output.stdout + output.stderr).join('\n');

  return {
    /** The address of the site, the same after a restart. */
    url,
    databasePath,
    /** Returns everything that the servers of this site have printed. */
    output,
    /** Returns rows from the database file, read beside the running server. */
    query: <Row = Record<string, unknown>>(sql: string, ...values: unknown[]) =>
      withDatabase(true, (database) => database.prepare<unknown[], Row>(sql).all(...values)),
    /** Changes the database behind the server's back. */
    execute: (sql: string) => withDatabase(false, (database) => void database.exec(sql)),
    /** Changes `data/site.json`, which the next start reads. */
    configure(changes: object) {
      const file = join(folder, 'data/site.json');
      const before = JSON.parse(readFileSync(file, 'utf8'));
      writeFileSync(file, JSON.stringify({ ...before, ...changes }));
    },
    /** Returns the people per step of a preset, as `npm run growth -- funnel` prints them. */
    async funnel(preset: Preset): Promise<number[]> {
      const args = ['funnel', '--json', '--preset', preset];
      const { code, stdout, stderr } = await runEntry('growth', args, settings);
      if (code !== 0) throw new Error(`funnel ended with ${code}: ${stderr}`);
      const { steps } = JSON.parse(stdout) as { steps: { count: number }[] };
      return steps.map(({ count }) => count);
    },
    /** Stops the server if it runs and starts it again, with the changed settings if given. */
    async restart(extra: NodeJS.ProcessEnv = {}) {
      await stop();
      await start({ PORT: port, ...extra });
    },
    /** Stops the server and removes its folder. @throws Error if a server exited early or logged an error */
    async close() {
      await stop();
      remove();
      const errors = output().match(/^\{.*"level":"error".*$/gm) ?? [];
      if (problems.length + errors.length > 0) throw new Error([...problems, ...errors].join('\n'));
    },
  };
}
