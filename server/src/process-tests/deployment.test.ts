import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { describeVersion, readProgramVersion } from '../settings/program-version.ts';
import { newId, signUp } from '../testing/data/visitor.ts';
import { hasPostgres, openEmptyPostgresDatabase } from '../testing/programs/postgres.ts';
import { buildStale, runEntry, startServer } from '../testing/sites/built-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });
const repository = resolve(import.meta.dirname, '../../..');
// A deployment is a copy of all three builds.
buildStale();

const FILES = ['dist', 'package.json', 'data/site.example.json'];

/** Returns the packages that `npm prune --omit=dev` keeps. Those of other platforms are not installed. */
function productionPackages() {
  const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
  const packages = Object.entries<{ dev?: boolean; devOptional?: boolean }>(lock.packages);
  return packages
    .filter(([path, { dev, devOptional }]) => path && !dev && !devOptional)
    .map(([path]) => path)
    .filter((path) => existsSync(join(repository, path)));
}

/** A copy of what a container or a service contains. */
const folder = mkdtempSync(join(tmpdir(), 'deployed-'));
for (const part of [...FILES, ...productionPackages()])
  cpSync(join(repository, part), join(folder, part), { recursive: true });
afterAll(() => rmSync(folder, { recursive: true }));

async function startDeployed(env: NodeJS.ProcessEnv) {
  const server = await startServer(folder, env, folder);
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  return server;
}

test.skipIf(!hasPostgres())('it runs on PostgreSQL, and makes no SQLite file', async () => {
  const env = { NODE_ENV: 'production', DATABASE_URL: await openEmptyPostgresDatabase() };
  const { url, stop } = await startDeployed(env);
  expect(await signUp(url, 'ann@example.org')).toBe(201);
  expect(await stop()).toBe(0);
  expect(existsSync(join(folder, 'data/site.db'))).toBe(false);
});

test('a build without Git has the version of package.json, and that of a build with Git has its commit', () => {
  const project = temporaryFolder();
  writeFileSync(join(project, 'package.json'), '{"version": "1.2.3"}');
  expect(describeVersion(readProgramVersion(project))).toBe('1.2.3, built without Git');
  mkdirSync(join(project, 'dist'));
  const built = { version: '1.2.2', commit: '0123456789ab' };
  writeFileSync(join(project, 'dist/version.json'), JSON.stringify(built));
  expect(describeVersion(readProgramVersion(project))).toBe('1.2.2, commit 0123456789ab');
});

test('a finished build and every command run with the production dependencies only, and say their version', async () => {
  expect(existsSync(join(folder, 'node_modules/react'))).toBe(false);
  const env = { NODE_ENV: 'production' };
  const { url, output, stop } = await startDeployed(env);
  for (const path of ['/', '/privacy', '/readyz']) {
    expect((await fetch(url + path)).status, path).toBe(200);
  }
  expect(await signUp(url, 'ann@example.org')).toBe(201);
  expect(await stop()).toBe(0);
  expect(output.stdout + output.stderr).not.toMatch(/"level":"(warn|error)"/);

  const commands = readdirSync(join(repository, 'server/src/cli')).flatMap((file) =>
    /\.test\.ts$|^[^.]+$/.test(file) ? [] : [file.replace(/(-command)?\.ts$/, '')],
  );
  expect(commands.length).toBeGreaterThan(3);
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const version = describeVersion(readProgramVersion(folder));
  expect(version).toMatch(/^\d+\.\d+\.\d+, (commit [0-9a-f]{12}(-dirty)?|built without Git)$/);
  expect(output.stdout).toContain(`  version    ${version}\n`);
  for (const command of [...commands, 'start']) {
    const said = await runByCron(`cd ${folder} && ${scripts[command]} --version`);
    expect([command, said.stdout]).toEqual([command, `${version}\n`]);
  }
  for (const command of commands) {
    const { code, stdout, stderr } = await runByCron(`cd ${folder} && ${scripts[command]} --help`);
    expect([command, code]).toEqual([command, 0]);
    expect(stdout + stderr).toContain(`npm run ${command}`);
  }
  const database = { ...env, DATABASE_URL: `file:${join(folder, 'data/site.db')}` };
  expect((await runEntry('data', ['verify'], database, folder)).code).toBe(0);
});

/** Runs a line by a shell as cron does: in a poor environment. It is offline, so an install would fail at once. */
function runByCron(line: string) {
  const PATH = `${dirname(process.execPath)}:/usr/bin:/bin`;
  const env = { PATH, SHELL: '/bin/sh', HOME: '/dev/null', npm_config_offline: 'true' };
  return new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    const child = execFile('/bin/sh', ['-c', line], { cwd: '/', env }, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? 1, stdout, stderr }),
    );
  });
}

/** What an install or a build would replace. */
const deployed = () => ({
  packages: readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
  files: [
    'node_modules/better-sqlite3/build/Release/better_sqlite3.node',
    'dist/server/main.js',
  ].map((file) => {
    const { ino, mtimeMs } = statSync(join(folder, file));
    return [ino, mtimeMs];
  }),
});

/** Makes the folder a clone after `npm run build` and `npm prune --omit=dev`. */
function addSources() {
  for (const part of ['client', 'server', 'shared'])
    symlinkSync(join(repository, part), join(folder, part));
  for (const part of ['scripts', 'vite.config.ts', 'package-lock.json', 'tsconfig.base.json'])
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  const list = 'node_modules/.package-lock.json';
  const all = JSON.parse(readFileSync(join(repository, list), 'utf8'));
  const packages = productionPackages().map((path) => [path, all.packages[path]]);
  const left = { ...all, packages: Object.fromEntries(packages) };
  writeFileSync(join(folder, list), JSON.stringify(left));
}

function pull() {
  appendFileSync(join(folder, 'vite.config.ts'), '// changed\n');
  const file = join(folder, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  lock.packages['node_modules/hono'].version = '99.0.0';
  writeFileSync(file, JSON.stringify(lock));
}

/** Runs the documented line of a crontab, with visitors and a monitor for as long as it takes. */
async function backUp(url: string) {
  const backups = temporaryFolder();
  const manual = readFileSync(join(repository, 'docs/operations.md'), 'utf8');
  const [, line = ''] = /```crontab\n(?:\S+ ){5}(.*)\n```/.exec(manual) ?? [];
  const command = line.replace(/(?<=^cd )\S+/, folder).replace(/\/backups(?=\/)/, backups);
  const ended = runByCron(command.replaceAll('\\%', '%'));
  let isRunning = true;
  void ended.finally(() => (isRunning = false));
  const answers = new Set<number>();
  while (isRunning) {
    answers.add(await signUp(url, `${newId()}@example.org`));
    for (const path of ['/', '/readyz']) answers.add((await fetch(url + path)).status);
  }
  const { code, stderr } = await ended;
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect([...answers].sort()).toEqual([200, 201]);
  const [backup = ''] = readdirSync(backups);
  expect(backup).toMatch(/^site-[-\d]{10}\.db$/);
  return `${backups}/${backup}`;
}

test('while a server runs, cron makes backups in its folder, also after a pull, and nothing is installed or built', async () => {
  const GROWTH_TOKEN = 'a-token-for-the-test';
  const env = { NODE_ENV: 'production', RATE_LIMITS: 'off', GROWTH_TOKEN };
  const { url, output } = await startDeployed(env);
  const before = deployed();
  const run = (command: string) => runByCron(`cd ${folder} && ${command}`);
  const refused = `A server runs from ${folder}`;
  const steps: [name: string, change: () => void, refusals: Record<string, string>][] = [
    [
      'a copy of the four parts',
      () => {},
      { 'PORT=abc npm start': 'PORT is "abc"', 'npm run build': 'There are no sources here' },
    ],
    ['a clone without development packages', addSources, { 'PORT=abc npm start': 'PORT is "abc"' }],
    [
      'such a clone after a pull',
      pull,
      {
        ...{ 'npm start': refused, 'npm run build': refused, 'npm run check': refused },
        'node scripts/start.mjs unknown': 'A server .*\nThe build has no command',
      },
    ],
  ];
  for (const [name, change, refusals] of steps) {
    change();
    const backup = await backUp(url);
    expect(await run(`npm run data --silent -- verify ${backup}`)).toMatchObject({ code: 0 });
    for (const [command, said] of Object.entries(refusals)) {
      const { code, stderr } = await run(`${command} --silent`);
      const line = expect.stringMatching(`^${said}.*\n$`);
      expect([name, command, code, stderr]).toEqual([name, command, 1, line]);
    }
  }
  expect(deployed()).toEqual(before);
  // The thread of the reports starts only now: it loads the build and the native module.
  const headers = { Authorization: `Bearer ${GROWTH_TOKEN}` };
  expect((await fetch(`${url}/growth/api/funnel?preset=signup`, { headers })).status).toBe(200);
  expect(output.stdout + output.stderr).not.toMatch(/"level":"(warn|error)"/);
});
