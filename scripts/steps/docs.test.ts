import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Subcommand } from '../../server/src/cli/frame/subcommand.ts';
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts';
import { root } from './run.mjs';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
/** Created at run time, so missing from a fresh clone. */
const notInGit = /^(dist|node_modules|data\/(\w+\.db|site\.json|channels\.json|media))/;

test.each([
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'SUPPORT.md', 'docs/architecture.md'],
  ...['docs/operations.md', 'docs/privacy-facts.md', 'docs/scale.md'],
])('every file that %s links to or names exists', (document) => {
  const text = read(document);
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*/, ''))
    .filter((target) => target && !/^\w+:/.test(target));
  const isLinked = (file: string) => existsSync(join(root, dirname(document), file));
  expect(links.filter((file) => !isLinked(file))).toEqual([]);

  const paths = [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, words = '']) => words)
    .filter((words) => /^[.\w-]+\/[\w./-]*$/.test(words) && !notInGit.test(words));
  expect(paths.length).toBeGreaterThan(0);
  const isThere = (path: string) =>
    ['', 'server/src', 'client/src'].some((folder) => existsSync(join(root, folder, path)));
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

test('comments and documents name only modules that exist', () => {
  const list = ['ls-files', '-co', '--exclude-standard'];
  const files = String(execFileSync('git', list, { cwd: root }))
    .split('\n')
    .filter((file) => existsSync(join(root, file)));
  const named = files
    .filter((file) => /\.(tsx?|mjs|md)$/.test(file) && file !== 'CHANGELOG.md')
    .flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => file.endsWith('.md') || /^\s*(\/\/|\/?\*)/.test(line)),
    )
    .flatMap((line) => line.match(/(?<![\w*}./-])\w[\w./-]*\.(tsx?|mjs)\b/g) ?? []);
  expect(named.length).toBeGreaterThan(200);
  const isThere = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`));
  const isMade = (name: string) => name.endsWith('-placeholders.ts'); // Git ignores these
  expect(named.filter((name) => !isMade(name) && !isThere(name))).toEqual([]);
});

const MANUALS = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'SUPPORT.md'].concat(
  readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
);

/** The test that runs a command of a fenced block, and words of it that show so; or null, and why none does. */
const RUN: [command: RegExp, test: string | null, words: string][] = [
  [/^npm start$/, 'server/src/process-tests/deployment.test.ts', 'startServer('],
  [/^(\w+=\S+ )*npm start$/, 'e2e/analyst/growth-access.spec.ts', 'GROWTH_TOKEN'],
  [/^node dist\/server\/main\.js$/, 'server/src/process-tests/deployment.test.ts', 'startServer('],
  [/ npm run growth -- demo-data$/, 'e2e/analyst/analyst-fixtures.ts', "'demo-data'"],
  [/^npm run data -- backup --all /, 'server/src/cli/data/backup-command.test.ts', "'--all'"],
  [/^npm run data -- backup /, 'server/src/cli/data.test.ts', "'backup'"],
  [/^npm run data -- restore /, 'server/src/cli/data.test.ts', "'restore'"],
  [/^npm run data -- drill( FILE)?$/, 'server/src/cli/data/drill.test.ts', 'drillCommand'],
  [/^npm run data -- verify( FILE)?$/, 'server/src/cli/data.test.ts', "'verify'"],
  [/^npm run growth -- people /, 'server/src/cli/every-command.test.ts', 'growth people add'],
  [/^npm run growth -- api /, 'server/src/cli/growth/api-command.test.ts', "'notes'"],
  [
    /^npx openapi-typescript /,
    'server/src/process-tests/generated-client.test.ts',
    'openapi-typescript',
  ],
  [/^npm run dev$/, 'scripts/dev.test.ts', 'dev'],
  [/^curl .*\/api\/notes"$/, 'server/src/team/growth-team-routes.test.ts', "post('notes'"],
  [/^curl .*\/growth\/api\//, 'server/src/console/growth-api.test.ts', 'growth-api.md'],
  [/^(mkdir|git checkout|cp) .*data/, 'scripts/steps/docs.test.ts', 'survives the pull'],
  [/^npm (test|run check|run build)$/, null, 'every run of the tests does'],
  [/^npm prune --omit=dev$/, null, 'it removes the tests; deployment.test.ts copies what stays'],
  [/^npm run build && npm prune/, null, 'every run of the tests builds; see the line above'],
  [/^npm run doctor$/, 'server/src/cli/doctor.test.ts', "'doctor'"],
  [/^cp data\/site\.example\.json /, 'server/src/process-tests/start.test.ts', 'site.example.json'],
  [/^(git clone|curl -f) /, null, 'they need a network, or the service'],
  [/^(useradd|install|cp|systemctl|systemd-run) /, null, 'they need root and systemd'],
  [/^runuser -u dubkit -- litestream /, null, 'a program of its own'],
];

test('each command in a fenced block of the documents is run by a test, or is listed as not run', () => {
  const commands = MANUALS.flatMap((manual) =>
    [...read(manual).matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
      block
        .replace(/\\\n/g, '')
        .trim()
        .split('\n')
        .map((line) => line.replace(/ +#.*/, '').trim()),
    ),
  );
  expect(commands.length).toBeGreaterThan(30);
  expect(commands.filter((command) => !RUN.some(([known]) => known.test(command)))).toEqual([]);
  for (const [known, file, words] of RUN) {
    expect(
      commands.some((command) => known.test(command)),
      String(known),
    ).toBe(true);
    if (file !== null) expect(read(file), file).toContain(words);
  }
});

/** Their subcommands are in a folder of `server/src/cli`. */
const HAVE_SUBCOMMANDS = ['data', 'growth', 'posthog'];

test('each `npm run` that the documents name exists, with its subcommand and options', async () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = MANUALS.flatMap((manual) => [
    ...read(manual)
      .replaceAll('\n', ' ')
      .matchAll(/npm run ([\w-]+)(?: -- ([\w-]+)([^`|#]*))?/g),
  ]);
  expect(named.length).toBeGreaterThan(60);
  const folders = HAVE_SUBCOMMANDS.map((name) => join(root, 'server/src/cli', name));
  const modules = folders.flatMap((folder) =>
    readdirSync(folder).map((file) => (file.includes('.test.') ? {} : import(join(folder, file)))),
  );
  const exported = (await Promise.all(modules)).flatMap((all) => Object.values<unknown>(all));
  const helps = exported.flatMap((one) => (one as Partial<Subcommand>).help ?? []);
  for (const [command, name = '', sub = '', rest = ''] of named) {
    expect(scripts, command).toHaveProperty(name);
    if (!HAVE_SUBCOMMANDS.includes(name) || sub === '') continue;
    const help = helps.find((text) => text.startsWith(`npm run ${name} -- ${sub}`));
    expect(help, command).toBeDefined();
    for (const [option] of rest.matchAll(/--[a-z][\w-]+/g)) expect(help, command).toContain(option);
  }
});

test('what a self-hoster has edited survives the pull of the version in which Git ignores it', () => {
  const [, commands = ''] = /```sh\n(mkdir [\s\S]*?)```/.exec(read('docs/operations.md')) ?? [];
  const folder = temporaryFolder();
  const [origin, clone] = [join(folder, 'origin'), join(folder, 'clone')];
  const sh = (cwd: string, script: string) =>
    execFileSync('sh', ['-ec', script], { cwd, stdio: 'pipe' });
  mkdirSync(join(origin, 'data'), { recursive: true });
  for (const name of ['site', 'channels']) writeFileSync(join(origin, `data/${name}.json`), '{}\n');
  const commit = 'git -c user.name=a -c user.email=a@a.example commit -qam x';
  sh(origin, `git init -q && git add -A && ${commit}`);
  sh(folder, 'git clone -q origin clone');
  writeFileSync(join(clone, 'data/site.json'), '{"brand": "Mine"}\n');
  const move = (name: string) => `git mv data/${name}.json data/${name}.example.json`;
  writeFileSync(join(origin, '.gitignore'), read('.gitignore'));
  sh(origin, `${move('site')} && ${move('channels')} && git add -A && ${commit}`);
  expect(() => sh(clone, 'git pull -q')).toThrow('would be overwritten');
  sh(clone, commands);
  expect(readFileSync(join(clone, 'data/site.json'), 'utf8')).toBe('{"brand": "Mine"}\n');
  expect(existsSync(join(clone, 'data/site.example.json'))).toBe(true);
  expect(String(sh(clone, 'git status --porcelain'))).toBe('');
});
