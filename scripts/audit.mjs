// @ts-check
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { beginInstalled } from './steps/node-version.mjs';

await beginInstalled(`npm run audit [-- --runs=3 /path …]

Measures pages with Lighthouse and checks their HTML. Takes a quarter of an hour and needs a quiet machine.

  --runs=N   measurements of each page, of which the median counts (3)
  /path …    these pages only`);
const { fail, root, run } = await import('./steps/run.mjs');
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt().catch(fail);
const { findProgram, installMissing } = await import('./steps/programs.ts');
const { createSiteFolder, startServer } = await import(
  '../server/src/testing/sites/built-process.ts'
);
const { launch } = await import('chrome-launcher');
const { default: lighthouse } = await import('lighthouse');
const { computeMedianRun } = await import('lighthouse/core/lib/median-run.js');

/** The largest allowed ratio of the LCP of `/` with its scripts to its LCP without them. */
const MOST_LCP_RATIO = 1.1;
/** Sometimes Chromium starts too slowly for Lighthouse (NO_NAVSTART). That is not a finding, so the run is repeated. */
const TRIES = 3;
/** In other languages, the pages that stand for all: the home page, one with tables, one with a form. */
const SAMPLE = ['/', '/cookies', '/contact'];
// The last vnu-jar without an install script: later versions download a Java runtime during npm install.
const NU_CHECKER = ['-Xss4m', '-jar', 'node_modules/vnu-jar/build/dist/vnu.jar'];

/** @typedef {import('lighthouse').Result} LighthouseResult */

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' } },
});

await installMissing();
const { path: chromePath = '', problem } = findProgram('Chromium');
if (problem) fail(new Error(problem));

/** Runs Lighthouse once with its own mobile settings, in a new browser. */
async function measure(/** @type {string} */ url, /** @type {string[]} */ blockedUrlPatterns = []) {
  for (let left = TRIES; ; left -= 1) {
    const chromeFlags = ['--headless=new', '--disable-gpu', '--disable-dev-shm-usage'];
    // Chromium refuses to use its sandbox as root.
    if (process.getuid?.() === 0) chromeFlags.push('--no-sandbox');
    let chrome;
    try {
      chrome = await launch({ chromePath, logLevel: 'silent', chromeFlags });
      const options = { port: chrome.port, blockedUrlPatterns };
      const result = await lighthouse(url, { logLevel: 'error', ...options });
      if (result && !result.lhr.runtimeError) return result.lhr;
      throw new Error(`Lighthouse cannot load ${url}: ${result?.lhr.runtimeError?.message}`);
    } catch (error) {
      if (left === 1) throw error;
    } finally {
      chrome?.kill();
    }
  }
}

/** Returns what the W3C's Nu HTML checker says of each page as it is served, or null without Java. */
async function checkHtml(/** @type {string[]} */ paths) {
  if ((await run('java', ['-version'])).code !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'nu-'));
  try {
    const files = paths.map((_, index) => join(folder, `${index}.html`));
    for (const [index, file] of files.entries()) {
      writeFileSync(file, await (await fetch(`${site.url}${paths[index]}`)).text());
    }
    const { output } = await run('java', [...NU_CHECKER, '--exit-zero-always', ...files]);
    // Such as `"file:/tmp/nu-a/3.html":1.70-1.73: error: …`. What is no more than an info is left out.
    const messages = output.matchAll(/\/(\d+)\.html":(\d*)[\d.-]*: (?!info: )(.*)/g);
    return Array.from(messages, ([, index, line, message]) => {
      const path = paths[Number(index)] ?? '';
      return { path, problem: `${path}: line ${line}: ${message}` };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @type {import('../shared/src/page.ts').RenderModule} */
const { paths: pages, languages } = await import(join(root, 'dist/ssr/entry-server.js'));
const inOthers = (/** @type {readonly string[]} */ paths) =>
  languages
    .filter((language) => language !== 'en')
    .flatMap((language) => paths.map((path) => `/${language.toLowerCase()}${path}`));
const all = [...pages, '/not-a-page'];
const measured = asked.length > 0 ? asked : [...pages, ...inOthers(SAMPLE)];
const checked = asked.length > 0 ? [...asked, '/not-a-page'] : [...all, ...inOthers(all)];

const { folder, remove } = createSiteFolder();
const site = await startServer(folder, {
  LOG_LEVEL: 'info',
  RATE_LIMITS: 'off',
  DATABASE_URL: `file:${join(folder, 'data/site.db')}`,
});
/** @type {string[]} */
const problems = [];
const row = (/** @type {string[]} */ cells) =>
  console.log(cells.map((cell, index) => (index ? cell.padStart(9) : cell.padEnd(16))).join(' '));
const ms = (/** @type {number} */ value) => `${Math.round(value)} ms`;
const figure = (/** @type {LighthouseResult} */ lhr, /** @type {string} */ audit) =>
  lhr.audits[audit]?.numericValue ?? Number.NaN;
const lcpOf = (/** @type {LighthouseResult} */ lhr) => figure(lhr, 'largest-contentful-paint');

console.log(`Lighthouse, mobile, median of ${values.runs}`);
row(['', 'performan', 'accessibi', 'best-prac', 'seo', 'FCP', 'LCP', 'TBT', 'CLS', 'HTML']);
const html = await checkHtml(checked);
for (const path of measured) {
  const runs = [];
  const bare = [];
  for (let run = 0; run < Number(values.runs); run += 1) {
    runs.push(await measure(site.url + path));
    // Alternates the two, so that other load on the machine affects both alike.
    if (path === '/') bare.push(await measure(site.url + path, ['*.js']));
  }
  const lhr = computeMedianRun(runs);
  const categories = Object.values(lhr.categories);
  const scores = categories.map(({ score }) => Math.round((score ?? 0) * 100));
  const [tbt, cls] = [figure(lhr, 'total-blocking-time'), figure(lhr, 'cumulative-layout-shift')];
  const messages = html?.filter((message) => message.path === path).length ?? '-';
  const paints = [figure(lhr, 'first-contentful-paint'), lcpOf(lhr)].map(ms);
  row([path, ...scores.map(String), ...paints, ms(tbt), cls.toFixed(3), `${messages}`]);
  const faults = categories
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${id} ${lhr.audits[id]?.displayValue ?? ''}`.trim());
  if (scores.some((score) => score < 100))
    problems.push(`${path}: ${scores.join('/')}; ${faults.join(', ')}`);
  if (Math.round(tbt) > 0) problems.push(`${path}: TBT ${ms(tbt)}`);
  if (cls >= 0.0005) problems.push(`${path}: CLS ${cls.toFixed(4)}`);
  if (path !== '/') continue;
  const [whole, without] = [lcpOf(lhr), lcpOf(computeMedianRun(bare))];
  const ratio = `${(whole / without).toFixed(2)} times`;
  console.log(`  with its scripts blocked: LCP ${ms(without)}; with them, ${ratio} that`);
  if (!(whole / without <= MOST_LCP_RATIO)) problems.push(`LCP of / is ${ratio}`);
}
problems.push(...(html ?? []).map(({ problem }) => problem));
console.log(html ? '' : 'Nu checker: skipped, no java on this machine\n');

await site.stop('SIGKILL');
remove();
console.log(problems.length > 0 ? `\n✗ ${problems.join('\n✗ ')}` : '\n✓ within every limit');
process.exit(problems.length > 0 ? 1 : 0);
