// @ts-check
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

export const categories = /** @type {const} */ ([
  'performance',
  'accessibility',
  'best-practices',
  'seo',
]);

/** Sometimes Chromium starts too slowly for Lighthouse (NO_NAVSTART). That is not a finding, so the run is repeated. */
const TRIES = 3;

/**
 * Runs Lighthouse once with its own mobile settings, in a browser of its own. Scores are 0 to 100 in the order of
 * `categories`, times are milliseconds, and `faults` is what a category lost points for.
 *
 * @param {string} url
 * @param {string} chromePath
 * @param {readonly string[]} only
 * @param {string[]} blockedUrlPatterns
 */
export async function measure(url, chromePath, only = categories, blockedUrlPatterns = []) {
  for (let left = TRIES; ; left -= 1) {
    const chromeFlags = ['--headless=new', '--disable-gpu', '--disable-dev-shm-usage'];
    // Chromium refuses to use its sandbox as root.
    if (process.getuid?.() === 0) chromeFlags.push('--no-sandbox');
    let chrome;
    try {
      chrome = await launch({ chromePath, logLevel: 'silent', chromeFlags });
      const options = { port: chrome.port, onlyCategories: [...only], blockedUrlPatterns };
      const result = await lighthouse(url, { logLevel: 'error', ...options });
      if (result && !result.lhr.runtimeError) return summary(result.lhr, only);
      throw new Error(`Lighthouse cannot load ${url}: ${result?.lhr.runtimeError?.message}`);
    } catch (error) {
      if (left === 1) throw error;
    } finally {
      chrome?.kill();
    }
  }
}

/** @param {import('lighthouse').Result} lhr @param {readonly string[]} only */
function summary(lhr, only) {
  const value = (/** @type {string} */ audit) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const weighty = only.flatMap((id) => lhr.categories[id]?.auditRefs ?? []);
  return {
    scores: only.map((id) => Math.round((lhr.categories[id]?.score ?? 0) * 100)),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    faults: weighty
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} ${lhr.audits[id]?.displayValue ?? ''}`.trim()),
  };
}

/** Returns the median; for an even number of values, the lower of the middle two. */
export const median = (/** @type {number[]} */ values) =>
  values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? Number.NaN;

/**
 * Returns the median of each figure separately, so that one disturbed run does not spoil them all.
 *
 * @param {Awaited<ReturnType<typeof measure>>[]} runs
 */
export function medianOf(runs) {
  const of = (/** @type {(run: typeof runs[number]) => number} */ figure) =>
    median(runs.map(figure));
  return {
    scores: (runs[0]?.scores ?? []).map((_, index) => of(({ scores }) => scores[index] ?? 0)),
    fcp: of(({ fcp }) => fcp),
    lcp: of(({ lcp }) => lcp),
    tbt: of(({ tbt }) => tbt),
    cls: of(({ cls }) => cls),
    faults: [...new Set(runs.flatMap(({ faults }) => faults))],
  };
}
