import { isCrawler } from '../edge/read-sender.ts';

/** `Sec-Purpose` is Fetch's. Earlier versions of Chromium, Safari and Firefox sent the others. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
/** Enough even if many intermediaries each add the header again. */
const MAX_LENGTH = 256;
/** Programs name themselves so, often with an address where their operator explains them. */
const PROGRAM = /bot|crawl|spider|https?:/i;

type Header = (name: string) => string | undefined;

/** Returns whether a browser asks for a page to show it now, as far as its headers tell. */
export function isPageView(header: Header): boolean {
  const agent = header('user-agent');
  if (isAheadOfTime(header) || isCrawler(agent)) return false;
  const [dest, mode] = [header('sec-fetch-dest'), header('sec-fetch-mode')];
  if (dest !== undefined) return dest === 'document';
  if (mode !== undefined) return mode === 'navigate';
  // No browser sends Sec-Fetch over plain HTTP, nor does Safari before 16.4. All of them ask for a page by this type.
  return (
    /^Mozilla\/5\.0 \(/.test(agent ?? '') &&
    !PROGRAM.test(agent?.slice(0, MAX_LENGTH) ?? '') &&
    /\btext\/html\b/i.test(header('accept')?.slice(0, MAX_LENGTH) ?? '')
  );
}

/** Returns whether a browser asks for a page before anybody wants to see it: a prefetch, a prerendering or a preview. */
const isAheadOfTime = (header: Header): boolean =>
  PURPOSES.some((name) =>
    /\b(prefetch|prerender|preview)\b/i.test(header(name)?.slice(0, MAX_LENGTH) ?? ''),
  );
