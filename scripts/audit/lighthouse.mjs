// @ts-check
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

export const categories = /** @type {const} */ ([
  'performance',
  'accessibility',
  'best-practices',
  'seo',
]);

/**
 * @typedef {object} Measured
 * @property {number[]} scores 0 to 100, in the order of `categories`
 * @property {number} fcp milliseconds
 * @property {number} lcp milliseconds
 * @property {number} tbt milliseconds
 * @property {number} cls
 * @property {string[]} faults what a category lost points for
 */

/**
 * Sometimes Chromium starts too slowly for Lighthouse (NO_NAVSTART). That is not a finding, so the
 * run is repeated.
 */
const TRIES = 3;

/** Runs Lighthouse once with its own mobile settings, in a browser of its own. */
export async function measure(
  /** @type {string} */ url,
  /** @type {string} */ chromePath,
  /** @type {readonly string[]} */ only = categories,
  /** @type {string[]} */ blockedUrlPatterns = [],
) {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await runOnce(url, chromePath, only, blockedUrlPatterns);
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}

async function runOnce(
  /** @type {string} */ url,
  /** @type {string} */ chromePath,
  /** @type {readonly string[]} */ only,
  /** @type {string[]} */ blockedUrlPatterns,
) {
  const chrome = await launch({
    chromePath,
    logLevel: 'silent',
    chromeFlags: [
      '--headless=new',
      // Chromium refuses to use its sandbox as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-quic',
    ],
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'error',
      onlyCategories: [...only],
      blockedUrlPatterns,
    });
    if (!result || result.lhr.runtimeError) {
      throw new Error(`Lighthouse cannot load ${url}: ${result?.lhr.runtimeError?.message}`);
    }
    return summary(result.lhr, only);
  } finally {
    chrome.kill();
  }
}

/**
 * @param {import('lighthouse').Result} lhr
 * @param {readonly string[]} only
 * @returns {Measured}
 */
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
 */
export function medianOf(/** @type {Measured[]} */ runs) {
  const of = (/** @type {(run: Measured) => number} */ figure) => median(runs.map(figure));
  return {
    scores: (runs[0]?.scores ?? []).map((_, index) => of(({ scores }) => scores[index] ?? 0)),
    fcp: of(({ fcp }) => fcp),
    lcp: of(({ lcp }) => lcp),
    tbt: of(({ tbt }) => tbt),
    cls: of(({ cls }) => cls),
    faults: [...new Set(runs.flatMap(({ faults }) => faults))],
  };
}
