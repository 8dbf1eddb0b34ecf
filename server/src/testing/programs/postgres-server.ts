import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.ts';

/** Debian's folder, and Homebrew's two. */
const SYSTEM_FOLDERS = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];

function hasServer(folder: string) {
  try {
    for (const name of ['initdb', 'postgres']) accessSync(join(folder, name), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Lists `…/15/bin` or `…/postgresql@17/bin`, highest version first. */
function versionsIn(folder: string) {
  const versionOf = (name: string) => Number(/\d+/.exec(name)?.[0]);
  try {
    return readdirSync(folder)
      .filter((name) => /^(postgresql@)?\d+$/.test(name))
      .toSorted((a, b) => versionOf(b) - versionOf(a))
      .map((name) => join(folder, name, 'bin'));
  } catch {
    return [];
  }
}

/**
 * Returns the folders with `postgres` and `initdb` for tests: only the one that POSTGRES_BIN names if it is set, else
 * those on the PATH and of the system.
 */
export function findAllPostgres(env = process.env): string[] {
  const chosen = env['POSTGRES_BIN'];
  if (chosen) return hasServer(chosen) ? [chosen] : [];
  const path = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return [...path, ...SYSTEM_FOLDERS.flatMap(versionsIn)].filter(hasServer);
}

/** Returns the first of those folders. */
export const findPostgres = (env = process.env): string | undefined => findAllPostgres(env)[0];

/** PostgreSQL refuses to run as root; it then runs as one of these users. */
const USERS = ['postgres', 'nobody'];

function otherUser() {
  if (process.getuid?.() !== 0) return undefined;
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const entry = USERS.map((user) => entries.find(([name]) => name === user)).find(Boolean);
  if (!entry) throw new Error(`there is no user ${USERS.join(' or ')} to run PostgreSQL as`);
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

const START_TIMEOUT_MS = 60_000;

/** Ends the server when its standard input ends, which happens whenever this process dies. */
const WATCHED = 'exec 3<&0; "$@" <&- & server=$!; read -r _ <&3; kill -INT $server; wait $server';

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

/**
 * Starts a PostgreSQL server on a free port, in a folder that is deleted with it. It syncs to disk, as it does by
 * default.
 *
 * @param bin the folder of its programs
 * @param settings such as `max_connections=200`
 * @throws Error with the programs' output, when they do not start
 */
export async function startPostgres(bin: string, settings: readonly string[] = []) {
  const user = otherUser();
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  let server: ChildProcess | undefined;
  let output = '';

  function start(program: string, args: readonly string[]) {
    const child = spawn(program, args, { cwd: folder, stdio: 'pipe', ...user });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    return child;
  }

  async function run() {
    const options = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      ...settings,
    ].flatMap((option) => ['-c', option]);
    output = '';
    const postgres = [join(bin, 'postgres'), '-D', data, ...options];
    const child = start('/bin/sh', ['-c', WATCHED, 'sh', ...postgres]);
    server = child;
    const ended = once(child, 'close').then(() => true);
    const tooLong = setTimeout(() => child.stdin.end(), START_TIMEOUT_MS);
    try {
      while (!/ready to accept (read.only )?connections/.test(output)) {
        const more = once(child.stderr, 'data').then(() => false);
        if (await Promise.race([more, ended])) throw new Error(`postgres ended: ${output}`);
      }
    } finally {
      clearTimeout(tooLong);
    }
  }

  /** Cuts all connections and rolls back what is under way. */
  async function halt() {
    if (!server || server.exitCode !== null) return;
    const closed = once(server, 'close');
    server.stdin?.end();
    await closed;
  }

  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  try {
    const [code] = await once(start(join(bin, 'initdb'), ['-D', data, ...options]), 'close');
    if (code !== 0) throw new Error(`initdb failed: ${output}`);
    await run();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    data,
    urlOf: (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    halt,
    /** Starts again after `halt`, at the same address. */
    comeBack: run,
    /** Starts again as a standby, as the old primary does after a failover. */
    async comeBackAsStandby() {
      writeFileSync(join(data, 'standby.signal'), '');
      await run();
    },
    async stop() {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
