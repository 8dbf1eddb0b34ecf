// @ts-check
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How long files of earlier builds are served, in milliseconds: a page may stay open that long. */
const KEPT_MS = 14 * 86_400_000;
/** Limit for all kept files together: room for at least four builds. The server holds them in memory. */
const KEPT_BYTES = 16_000_000;
/** Stored in the build's folder, so that it moves with the files. Never served. */
const RECORD = 'kept.json';

/**
 * Maps each file of an earlier build, by its path in the build's folder, to the ISO time when the current
 * build stopped using it. The time is written down because a copy or a clone resets the file's own.
 *
 * @typedef {Record<string, string>} Kept
 */

/** Returns the files in a build's folder that earlier builds left. @returns {Kept} */
export function readKept(/** @type {string} */ folder) {
  try {
    const { kept } = JSON.parse(readFileSync(join(folder, RECORD), 'utf8'));
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {}; // absent or unreadable: every file counts as replaced just now
  }
}

/**
 * Copies the hashed files of the previous build, and those it had kept, into a fresh build. An open page then still
 * finds its code (docs/decisions/021-an-upgrade-breaks-no-open-page.md).
 *
 * @param {string} fresh the new build's folder
 * @param {string} old the folder of the build that it replaces; it may be absent
 * @param {number} now milliseconds since 1970
 * @param {number} [maxBytes] of all kept files
 */
export function keepAssets(fresh, old, now, maxBytes = KEPT_BYTES) {
  const known = readKept(old);
  const sinceOf = (/** @type {string} */ file) => {
    const since = Date.parse(known[file] ?? '');
    return since <= now ? since : now; // not a date, or the clock was ahead
  };
  const assets = join(old, 'assets');
  /** Files with a content hash in their name, and their compressed copies. */
  const files = (existsSync(assets) ? readdirSync(assets) : [])
    .map((name) => join('assets', name))
    .filter((file) => !existsSync(join(fresh, file)) && now - sinceOf(file) < KEPT_MS)
    .sort((a, b) => sinceOf(b) - sinceOf(a));
  /** @type {Kept} */
  const kept = {};
  let bytes = 0;
  for (const file of files) {
    bytes += statSync(join(old, file)).size;
    if (bytes > maxBytes) {
      console.error(
        `earlier builds are kept up to ${maxBytes / 1_000_000} MB: the oldest go first`,
      );
      break;
    }
    cpSync(join(old, file), join(fresh, file));
    kept[file] = new Date(sinceOf(file)).toISOString();
  }
  writeFileSync(join(fresh, RECORD), JSON.stringify({ kept }, null, 1));
}
