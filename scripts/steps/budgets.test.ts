// Weighs what is built: the site against its budgets (sizes are brotli at quality 11, 1 KB = 1000 bytes), and the code for Node.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { testPageData } from '../../client/src/site/testing/test-page-data.ts';
import { buildStale } from '../../server/src/testing/sites/built-process.ts';
import type { Manifest, RenderModule } from '../../shared/src/page.ts';
import { root } from './run.mjs';

buildStale('client', 'ssr', 'server');
const client = join(root, 'dist/client');
const manifest: Manifest = JSON.parse(readFileSync(join(client, 'manifest.json'), 'utf8'));

const brotli = (content: Buffer | string) => brotliCompressSync(content).length;
/**
 * Returns a file with other hashes in the names of files. Each edit changes theirs, which compress up to 100 B better or
 * worse.
 */
const steady = (file: string) =>
  readFileSync(join(client, file), 'utf8').replaceAll(
    /([\w.-]+)-[\w-]{8}(?=\.(?:js|css|svg|woff2)\b)/g,
    (_, name) => `${name}-${createHash('sha256').update(name).digest('base64url').slice(0, 8)}`,
  );
const total = (files: Iterable<string>) =>
  [...new Set(files)].reduce((sum, file) => sum + brotli(steady(file)), 0);
const without = (files: Iterable<string>, others: Set<string>) =>
  [...files].filter((file) => !others.has(file));

/** Returns the scripts of these entries of the manifest, including everything that they import statically. */
function scriptsOf(keys: readonly string[], seen = new Set<string>()) {
  for (const key of keys) {
    const entry = manifest[key];
    if (!entry) throw new Error(`the manifest names no ${key}`);
    if (seen.has(entry.file)) continue;
    seen.add(entry.file);
    scriptsOf(entry.imports ?? [], seen);
  }
  return seen;
}

const scripts = Object.keys(manifest).filter((key) => manifest[key]?.file.endsWith('.js'));
const modules = scripts.filter((key) => !key.startsWith('_')); // the others are shared files
const matching = (pattern: RegExp) => scripts.filter((key) => pattern.test(key));
const CONSOLE = /client\/src\/console\//;
/** Not part of a visit to `/`: the console, other pages' files and the other transport. */
const ELSEWHERE =
  /client\/src\/(console\/|site\/(pages\/(?!home)|content\/|features\/contact\/))|posthog/;

const codeUntilIdle = scriptsOf([
  'client/src/site/start/start-page.ts',
  'client/src/site/entry-client.tsx',
  ...matching(/client\/src\/site\/pages\/home-page\.tsx$/),
]);
/** The languages of the site, as their folders of words are called. */
const languages = scripts.flatMap(
  (key) => /^client\/src\/site\/content\/([\w-]+)\/index\.ts$/.exec(key)?.[1] ?? [],
);
/** Returns the files of a language's words, without the code that each page has anyway. */
function wordsOf(language: string, ...names: string[]) {
  const keys = names.map((name) => {
    const structure = `client/src/site/content/structure/${name}.ts?language=${language}`;
    return structure in manifest ? structure : `client/src/site/content/${language}/${name}.ts`;
  });
  return without(scriptsOf(keys), codeUntilIdle);
}
const homeWords = (language: string) => wordsOf(language, 'index', 'home');
/** In the language with the largest words. */
const [largest = 'en'] = languages.toSorted((a, b) => total(homeWords(b)) - total(homeWords(a)));
const untilIdle = new Set([...codeUntilIdle, ...homeWords(largest)]);
const wholeJourney = [
  ...scriptsOf(modules.filter((key) => !ELSEWHERE.test(key))),
  ...wordsOf(largest, 'index', 'home', 'signup', 'consent'),
];
/** Returns the size of the scripts that these files add to a page that has already loaded. */
const added = (keys: readonly string[]) => total(without(scriptsOf(keys), untilIdle));

/** A page has the styles of its own language only. */
const ofLanguages = languages.map(
  (language) => manifest[`client/src/site/content/${language}/index.ts`]?.css ?? [],
);
/** Visitors do not load the console's own styles. */
const visited = scriptsOf(modules.filter((key) => !CONSOLE.test(key)));
const styles = Object.values(manifest).flatMap(({ file, css = [] }) =>
  visited.has(file) ? css : [],
);
const commonStyles = without(styles, new Set(ofLanguages.flat()));

const { render }: RenderModule = await import(join(root, 'dist/ssr/entry-server.js'));
const { html } = await render('/', { data: testPageData(), manifest });

test.each<[what: string, size: number, most: number]>([
  ['JS on / until idle', total(untilIdle), 80_000],
  ['JS on / with all that loads later', total(wholeJourney), 130_000],
  ['words on /, largest language', total(homeWords(largest)), 6_000],
  [
    'JS of analytics, after consent',
    added(matching(/^client\/src\/site\/features\/analytics\/(?!posthog)/)),
    2_000,
  ],
  [
    'JS of posthog-js, where chosen',
    added(['client/src/site/features/analytics/posthog-transport.ts']),
    48_000,
  ],
  [
    'JS of the growth console',
    added(matching(/client\/src\/console\/(?!list\/|people\/)/)),
    40_000,
  ],
  ['and of its views of the list', added(matching(/client\/src\/console\/(?!people\/)/)), 50_000],
  ['and of people and passkeys', added(matching(CONSOLE)), 56_000],
  ['CSS of the public pages', total(commonStyles) + Math.max(...ofLanguages.map(total)), 10_000],
  ['HTML of /', brotli(html), 14_000],
])('%s: %i B, at most %i B', (_, size, most) => {
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(most);
});

test('/ preloads exactly one font', () => {
  expect(html.match(/<link\b[^>]*\bas="font"[^>]*>/g)).toHaveLength(1);
});

test('the code for Node is ASCII, which V8 keeps in one byte a character', () => {
  const files = ['dist/ssr', 'dist/server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(root, folder, name),
    ),
  );
  const code = files.filter((file) => file.endsWith('.js'));
  expect(code.length).toBeGreaterThan(10);
  expect(code.filter((file) => readFileSync(file).some((byte) => byte > 0x7f))).toEqual([]);
});
