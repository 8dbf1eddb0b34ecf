/** `Sec-Purpose` is Fetch's. Earlier versions of Chromium, Safari and Firefox sent the others. */
const HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
/** Enough even if many intermediaries each add the header again. */
const MAX_LENGTH = 256;

/** Returns whether a browser asks for a page before anybody wants to see it: a prefetch, a prerendering or a preview. */
export const isAheadOfTime = (header: (name: string) => string | undefined): boolean =>
  HEADERS.some((name) =>
    /\b(prefetch|prerender|preview)\b/i.test(header(name)?.slice(0, MAX_LENGTH) ?? ''),
  );
