import { readdirSync, readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';

/** Every name that the tests sign up or write with: e2e/ and server/src use no others (log-check.test.ts). */
export const NAMES = [
  ...['Ada', 'Ann', 'Anna', 'Ben', 'Cara', 'Dora', 'Early', 'Eve', 'Fay', 'Jane', 'Joerg'],
  ...['John', 'Jörg', 'Mina', 'Roe', 'Zoë', 'Zora'],
];

/**
 * Lines in which the server tells self-hosters their own settings: its address and those of other programs, which are
 * this machine's in tests, and the shipped example for data/site.json. Only these lines may contain such values.
 */
const SETTINGS = [
  /^.{1,60} is at http:\/\/127\.0\.0\.1:\d+$/,
  /^ {2}database {3}postgres:\/\/127\.0\.0\.1:\d+\/\w+$/,
  /^ {2}site {7}http:\/\/127\.0\.0\.1:\d+$/,
  /^ {2}growth {5}http:\/\/127\.0\.0\.1:\d+\/growth$/,
  /^ {2}analytics {2}(beacon|posthog-js), for http:\/\/127\.0\.0\.1:\d+$/,
  /^ {2}mail {7}through 127\.0\.0\.1:\d+$/,
  /^ {2}webhook {4}127\.0\.0\.1:\d+$/,
  /^PORT \d+ of 127\.0\.0\.1 is taken by another process; [^0]*\d+$/,
  /^\S+\/site\.json: email is "nobody"; [\w -]+, e\.g\. "support@dubkit\.example\.com"$/,
];

const EMAIL = /[\w.+-]+@[\w-]+(\.[\w-]+)+/;
const NAME = new RegExp(`(?<![\\p{L}\\d])(${NAMES.join('|')})(?![\\p{L}\\d])`, 'iu');
const IPV4 = /(?<![\d.])((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!\.)|(?![\d.]))){4}(?![\d.])/;
const USER_AGENT = /Mozilla\/|Chrome\/|node-fetch|undici/i;

/** Returns the kind of personal data that a line contains, or null. No log may contain any. */
export function personalDataIn(line: string): string | null {
  if (SETTINGS.some((own) => own.test(line))) return null;
  if (EMAIL.test(line)) return 'an e-mail address';
  if (NAME.test(line)) return 'a name';
  if (USER_AGENT.test(line)) return 'a user agent';
  const isAddress = IPV4.test(line) || (line.match(/[0-9a-f:]{3,}/gi) ?? []).some(isIPv6Address);
  return isAddress ? 'an IP address' : null;
}

/** `::` alone is code (`Map::get`), and a final colon is prose. */
const isIPv6Address = (text: string) => /[0-9a-f]/i.test(text) && isIPv6(text);

/**
 * Returns a line for each fault in the logs of a test run. A run without logs is a fault too: nothing was kept, so nothing
 * was checked.
 */
export function findFaults(folder: string): string[] {
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ found: personalDataIn(line), line: `${file}: ${line}` })),
  );
  if (lines.length === 0) return [`no log was kept in ${folder}`];
  return lines.flatMap(({ found, line }) => (found ? [`${found} in ${line}`] : []));
}
