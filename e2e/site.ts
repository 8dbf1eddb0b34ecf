import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createFolder, type Server, startEntry, startServer } from './server.ts';

/** One self-hosted site of a single test: a process, a port, a database file. */
export interface Site {
  /** The same before and after a restart. */
  url: string;
  folder: string;
  databasePath: string;
  /** Returns rows as stored on disk, read beside the running server. */
  query<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Row[];
  /** Changes the database behind the server's back. */
  execute(sql: string): void;
  /** Returns people per step, as `npm run growth -- funnel` prints them. */
  funnel(): Promise<number[]>;
  /** Sends SIGKILL: nothing can be flushed. */
  kill(): Promise<void>;
  /** Stops what still runs and starts again, with changed settings if any are given. */
  restart(env?: NodeJS.ProcessEnv): Promise<void>;
  /** Returns everything that the servers of this site have printed. */
  output(): string;
}

export interface OwnedSite extends Site {
  /** Ends the site. @throws Error when a server exited on its own or logged an error */
  close(): Promise<void>;
}

export async function openSite(env: NodeJS.ProcessEnv = {}): Promise<OwnedSite> {
  const { folder, remove } = createFolder();
  const databasePath = join(folder, 'data/site.db');
  const settings = { DATABASE_URL: `file:${databasePath}`, ...env };
  const servers: Server[] = [];
  const problems: string[] = [];
  let running: Server | undefined;

  async function start(extra: NodeJS.ProcessEnv) {
    const server = await startServer(folder, { ...settings, ...extra });
    servers.push(server);
    running = server;
    server.exited.then(({ code, signal }) => {
      if (running === server) problems.push(`the server ended by itself: ${code ?? signal}`);
    });
    return server.url;
  }
  async function stop(signal: NodeJS.Signals) {
    const server = running;
    running = undefined; // from now on its exit is expected
    await server?.stop(signal);
  }

  const url = await start({}).catch((error) => {
    remove();
    throw error;
  });
  const port = new URL(url).port;
  const output = () => servers.map((server) => server.output()).join('\n');

  return {
    url,
    folder,
    databasePath,
    output,
    query<Row>(sql: string, ...values: unknown[]) {
      const database = new Database(databasePath, { readonly: true });
      try {
        return database.prepare<unknown[], Row>(sql).all(...values);
      } finally {
        database.close();
      }
    },
    execute(sql) {
      const database = new Database(databasePath);
      try {
        database.exec(sql);
      } finally {
        database.close();
      }
    },
    async funnel() {
      const { exited, stdout, stderr } = startEntry('growth', ['funnel', '--json'], settings);
      const { code } = await exited;
      if (code !== 0) throw new Error(`funnel ended with ${code}: ${stderr()}`);
      const { steps } = JSON.parse(stdout()) as { steps: { count: number }[] };
      return steps.map(({ count }) => count);
    },
    kill: () => stop('SIGKILL'),
    async restart(extra = {}) {
      await stop('SIGTERM');
      await start({ PORT: port, ...extra });
    },
    async close() {
      await stop('SIGTERM');
      remove();
      const errors = output().match(/^\{.*"level":"error".*$/gm) ?? [];
      if (problems.length + errors.length > 0) throw new Error([...problems, ...errors].join('\n'));
    },
  };
}
