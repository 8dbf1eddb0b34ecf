import { Client } from 'pg';
import { openPostgres } from '../programs/postgres.mjs';
import { parentOf, readFamilyCpu, readFamilyMb } from './parts/usage.ts';

/** The benchmark's own PostgreSQL server. It syncs each commit to disk, as it does by default. */
export type BenchPostgres = Awaited<ReturnType<typeof openBenchPostgres>>;

/** @throws Error when no PostgreSQL is found and none can be installed */
export async function openBenchPostgres() {
  const answer = await openPostgres([]);
  if ('problem' in answer) throw new Error(answer.problem);
  const { server } = answer;
  const client = await connect(server.urlOf('postgres'));
  const { rows } = await client.query<{ pid: number; version: string }>(
    `SELECT pg_backend_pid() AS pid, current_setting('server_version') AS version`,
  );
  const [self = { pid: 0, version: '' }] = rows;
  // The main process, which starts a process for each connection.
  const main = parentOf(self.pid);
  let last = 0;
  return {
    version: self.version,
    /** Creates an empty database and returns its URL. */
    async createDatabase() {
      const name = `site_${++last}`;
      await client.query(`CREATE DATABASE ${name}`);
      return server.urlOf(name);
    },
    /** All its connections must be closed. */
    async drop(url: string) {
      await client.query(`DROP DATABASE ${new URL(url).pathname.slice(1)}`);
    },
    cpuSeconds: () => readFamilyCpu(main),
    memoryMb: () => readFamilyMb(main),
    async stop() {
      await client.end();
      await server.stop();
    },
  };
}

export async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}
