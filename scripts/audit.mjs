// @ts-check
import { beginCommand } from './steps/node-version.mjs';

beginCommand(`npm run audit [-- --runs=3 /path …]

Measures pages with Lighthouse and checks their HTML. Takes a quarter of an hour and needs a quiet machine.

  --runs=N   measurements of each page, of which the median counts (3)
  /path …    these pages only`);
const { fail } = await import('./steps/run.mjs');
const { ensureInstalled } = await import('./steps/install.mjs');
await ensureInstalled().catch(fail);
const { ensureBuilt } = await import('./build.mjs');
await ensureBuilt().catch(fail);
const { findProgram, installMissing } = await import('./steps/programs.mjs');
const { categories, measure, median, medianOf } = await import('./audit/lighthouse.mjs');
const { checkHtml } = await import('./audit/nu-checker.mjs');
const { openSite, sitePaths } = await import('./audit/audited-site.mjs');

/** The largest allowed ratio of the LCP of `/` with its scripts to its LCP without them. */
const MOST_LCP_RATIO = 1.1;

const options = process.argv.slice(2);
const runs = Number(options.find((option) => option.startsWith('--runs='))?.slice(7) ?? 3);
const asked = options.filter((option) => option.startsWith('/'));
const { measured: paths, checked } =
  asked.length > 0 ? { measured: asked, checked: [...asked, '/not-a-page'] } : await sitePaths();

/** @type {string[]} */
const problems = [];
const ms = (/** @type {number} */ value) => `${Math.round(value)} ms`;
const row = (/** @type {string[]} */ cells) =>
  cells.map((cell, index) => (index ? cell.padStart(9) : cell.padEnd(16))).join(' ');

await installMissing();
const browser = findProgram('Chromium');
if ('problem' in browser) fail(new Error(browser.problem));
const chromePath = 'path' in browser ? browser.path : '';
const site = await openSite();

console.log(`Lighthouse, mobile, median of ${runs}`);
console.log(
  row(['', ...categories.map((name) => name.slice(0, 9)), 'FCP', 'LCP', 'TBT', 'CLS', 'HTML']),
);
const html = await checkHtml(checked.map((path) => site.url + path));
for (const path of paths) {
  const measured = [];
  for (let run = 0; run < runs; run += 1) measured.push(await measure(site.url + path, chromePath));
  const { scores, fcp, lcp, tbt, cls, faults } = medianOf(measured);
  const messages = html?.get(site.url + path);
  const figures = [ms(fcp), ms(lcp), ms(tbt), cls.toFixed(3)];
  console.log(
    row([path, ...scores.map(String), ...figures, messages ? `${messages.length}` : '-']),
  );
  const lost = scores.some((score) => score < 100);
  if (lost) problems.push(`${path}: ${scores.join('/')}; ${faults.join(', ')}`);
  if (Math.round(tbt) > 0) problems.push(`${path}: TBT ${ms(tbt)}`);
  if (cls >= 0.0005) problems.push(`${path}: CLS ${cls.toFixed(4)}`);
}

for (const [url, messages] of html ?? []) {
  for (const message of messages) problems.push(`${new URL(url).pathname}: ${message}`);
}
console.log(html ? '' : 'Nu checker: skipped, no java on this machine\n');

if (paths.includes('/')) {
  /** @type {Record<'whole' | 'bare', number[]>} */
  const lcp = { whole: [], bare: [] };
  // Alternates the two, so that other load on the machine affects both alike.
  for (let run = 0; run < runs; run += 1) {
    lcp.whole.push((await measure(`${site.url}/`, chromePath, ['performance'])).lcp);
    lcp.bare.push((await measure(`${site.url}/`, chromePath, ['performance'], ['*.js'])).lcp);
  }
  const ratio = median(lcp.whole) / median(lcp.bare);
  console.log(
    `LCP of / ${ms(median(lcp.whole))}, of the same page with its scripts blocked ${ms(median(lcp.bare))}: ${ratio.toFixed(2)} times`,
  );
  if (!(ratio <= MOST_LCP_RATIO)) problems.push(`LCP of / is ${ratio.toFixed(2)} times`);
}

await site.close();
console.log(problems.length > 0 ? `\n✗ ${problems.join('\n✗ ')}` : '\n✓ within every limit');
process.exit(problems.length > 0 ? 1 : 0);
