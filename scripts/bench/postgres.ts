import { Client } from 'pg';
import { openPostgres } from '../programs/postgres.mjs';
import { parentOf, readFamilyCpu, readFamilyMb } from './parts/usage.ts';

/** A PostgreSQL server of the benchmark's own, which syncs each commit to disk as it does by default. */
export type BenchPostgres = Awaited<ReturnType<typeof openBenchPostgres>>;

/** @throws Error where there is none and none can be installed */
export async function openBenchPostgres() {
  const answer = await openPostgres([]);
  if ('problem' in answer) throw new Error(answer.problem);
  const { server } = answer;
  const client = await connect(server.urlOf('postgres'));
  const { rows } = await client.query<{ pid: number; version: string }>(
    `SELECT pg_backend_pid() AS pid, current_setting('server_version') AS version`,
  );
  const [self = { pid: 0, version: '' }] = rows;
  // The one that starts a process for each connection.
  const main = parentOf(self.pid);
  let last = 0;
  return {
    version: self.version,
    /** Answers the URL of a database with nothing in it. */
    async createDatabase() {
      const name = `site_${++last}`;
      await client.query(`CREATE DATABASE ${name}`);
      return server.urlOf(name);
    },
    /** Nobody may be connected any more. */
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
