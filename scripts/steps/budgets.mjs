// @ts-check
// Weighs the built site against its budgets. Sizes are brotli at quality 11, 1 KB = 1000 bytes.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { readKept } from './keep-assets.mjs';
import { root } from './run.mjs';

/** @typedef {import('../../shared/src/page.ts').Manifest} Manifest */

const client = join(root, 'dist/client');
/** @type {Manifest} */
const manifest = JSON.parse(readFileSync(join(client, 'manifest.json'), 'utf8'));

const brotli = (/** @type {Buffer | string} */ content) => brotliCompressSync(content).length;
const fileSize = (/** @type {string} */ file) => brotli(readFileSync(join(client, file)));
const total = (/** @type {Iterable<string>} */ files) =>
  [...new Set(files)].reduce((sum, file) => sum + fileSize(file), 0);

/** Returns the scripts of these chunks, including everything that they import statically. */
function scriptsOf(/** @type {string[]} */ keys, /** @type {Set<string>} */ seen = new Set()) {
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the manifest names no chunk ${key}`);
    if (seen.has(chunk.file)) continue;
    seen.add(chunk.file);
    scriptsOf(chunk.imports ?? [], seen);
  }
  return seen;
}

const keys = Object.keys(manifest);
const scripts = keys.filter((key) => manifest[key]?.file.endsWith('.js'));
const homePage = scripts.filter((key) => key.endsWith('client/src/site/pages/home-page.tsx'));
/** The languages of the site, as their folders of words are called. */
const languages = scripts.flatMap(
  (key) => /^client\/src\/site\/content\/([\w-]+)\/index\.ts$/.exec(key)?.[1] ?? [],
);
const codeUntilIdle = scriptsOf([
  'client/src/site/start/start.ts',
  'client/src/site/entry-client.tsx',
  ...homePage,
]);
function wordsKey(/** @type {string} */ language, /** @type {string} */ name) {
  const structure = `client/src/site/content/structure/${name}.ts?language=${language}`;
  return structure in manifest ? structure : `client/src/site/content/${language}/${name}.ts`;
}
/** Returns the files of a language's words, without the code that each page has anyway. */
const wordsOf = (/** @type {string} */ language, /** @type {string[]} */ ...names) =>
  [...scriptsOf(names.map((name) => wordsKey(language, name)))].filter(
    (file) => !codeUntilIdle.has(file),
  );
const homeWords = (/** @type {string} */ language) => wordsOf(language, 'index', 'home');
/** In the language with the largest words. */
const [largest = 'en'] = languages.toSorted((a, b) => total(homeWords(b)) - total(homeWords(a)));
const untilIdle = new Set([...codeUntilIdle, ...homeWords(largest)]);
const isConsole = /client\/src\/console\//;
/** Not part of a visit to `/`: other pages' chunks and the other transport. */
const elsewhere = /client\/src\/site\/(pages\/(?!home)|content\/|features\/contact\/)|posthog/;
const journey = scripts.filter(
  (key) => !key.startsWith('_') && !elsewhere.test(key) && !isConsole.test(key),
);
const wholeJourney = new Set([
  ...scriptsOf(journey),
  ...wordsOf(largest, 'index', 'home', 'signup', 'consent'),
]);
const analytics = scripts.filter((key) =>
  /^client\/src\/site\/features\/analytics\/(?!posthog)/.test(key),
);
/** Returns the scripts that are added to a page that has already loaded. */
const only = (/** @type {Set<string>} */ files) =>
  [...files].filter((file) => !untilIdle.has(file));
const analyticsOnly = only(scriptsOf(analytics));
const posthog = scriptsOf(['client/src/site/features/analytics/posthog-transport.ts']);
const ofList = /^client\/src\/console\/list\//;
const growthConsole = scriptsOf(scripts.filter((key) => isConsole.test(key) && !ofList.test(key)));
const wholeConsole = scriptsOf(scripts.filter((key) => isConsole.test(key)));
/** Returns the styles of these chunks. */
function stylesOf(/** @type {string[]} */ entries) {
  const files = scriptsOf(entries);
  const chunks = Object.values(manifest).filter(({ file }) => files.has(file));
  return new Set(chunks.flatMap(({ css = [] }) => css));
}
/**
 * Visitors do not load the console's own styles, even from a chunk that several of its chunks
 * share.
 */
const publicStyles = stylesOf(
  scripts.filter((key) => !key.startsWith('_') && !isConsole.test(key)),
);
const consoleStyles = stylesOf(scripts.filter((key) => isConsole.test(key)));
/** Files of earlier builds, which no page of this build requests. */
const kept = new Set(Object.keys(readKept(client)));
const styles = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    file.endsWith('.css') &&
    !kept.has(file) &&
    (publicStyles.has(file) || !consoleStyles.has(file)),
);

/** A page has the styles of its own language only. */
const ofLanguages = languages.map(
  (language) => manifest[`client/src/site/content/${language}/index.ts`]?.css ?? [],
);
const ownStyles = Math.max(...ofLanguages.map(total));
const commonStyles = styles.filter((file) => !ofLanguages.flat().includes(file));

async function homeHtml() {
  /** @type {import('../../shared/src/page.ts').RenderModule} */
  const { render } = await import(join(root, 'dist/ssr/entry-server.js'));
  const site = JSON.parse(readFileSync(join(root, 'data/site.example.json'), 'utf8'));
  const data = {
    site,
    language: /** @type {const} */ ('en'),
    languages: /** @type {const} */ (['en']),
    publicKey: 'public-anon-key',
    revision: 1,
    textHash: '0'.repeat(64),
    textsSince: { en: 1 },
    posthogHost: null,
    posthogToken: null,
    recipients: [],
    gpc: false,
    eventRetentionDays: 395,
    signupRetentionDays: 730,
  };
  return (await render('/', { data, manifest })).html;
}

/** Uncompressed: compression does not make PNGs smaller. */
const socialImages = readdirSync(join(client, 'social'))
  .filter((file) => file.endsWith('.png'))
  .map((file) => statSync(join(client, 'social', file)).size);

const html = await homeHtml();
const preloadedFonts = html.match(/<link\b[^>]*\bas="font"[^>]*>/g)?.length ?? 0;

/** @type {[what: string, size: number, least: number, most: number, unit: string][]} */
const budgets = [
  ['JS on / until idle', total(untilIdle), 1, 80_000, 'B'],
  ['JS on / with all that loads later', total(wholeJourney), 1, 130_000, 'B'],
  ['words on /, largest language', total(homeWords(largest)), 1, 6_000, 'B'],
  ['JS of analytics, after consent', total(analyticsOnly), 1, 2_000, 'B'],
  ['JS of posthog-js, where chosen', total(only(posthog)), 1, 48_000, 'B'],
  ['JS of the growth console', total(only(growthConsole)), 1, 40_000, 'B'],
  ['and of its views of the list', total(only(wholeConsole)), 1, 46_000, 'B'],
  ['CSS of the public pages', total(commonStyles) + ownStyles, 1, 10_000, 'B'],
  ['HTML of /', brotli(html), 1, 14_000, 'B'],
  ['largest social image, as it is', Math.max(...socialImages), 1, 60_000, 'B'],
  ['preloaded fonts', preloadedFonts, 1, 1, ''],
];

let failed = 0;
for (const [what, size, least, most, unit] of budgets) {
  const holds = size >= least && size <= most;
  if (!holds) failed += 1;
  const limit = least === most ? `exactly ${most}` : `at most ${most} ${unit}`;
  console.log(
    `${holds ? '✓' : '✗'} ${what.padEnd(34)} ${`${size} ${unit}`.padStart(9)}   ${limit}`,
  );
}

const [reportFile] = process.argv.slice(2);
if (reportFile) {
  writeFileSync(
    reportFile,
    JSON.stringify({ passed: budgets.length - failed, failed, skipped: 0 }),
  );
}
process.exitCode = failed === 0 ? 0 : 1;
