import type { Context } from 'hono';

/**
 * Returns the first value of a query parameter, decoded if its encoding is valid, and otherwise unchanged; null for a
 * missing parameter. No other parameter is decoded: each invalid one would throw, and 16 KB of them took 90 ms.
 *
 * @param name of letters and underscores
 */
export function queryValue(c: Context, name: string): string | null {
  const { url } = c.req;
  const start = url.indexOf('?');
  if (start === -1) return null;
  const query = `&${url.slice(start + 1)}`;
  const at = query.search(new RegExp(`&${name}(?:[=&]|$)`));
  if (at === -1) return null;
  const end = query.indexOf('&', at + 1);
  const value = query.slice(at + name.length + 2, end === -1 ? query.length : end);
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

/** Returns each parameter's name with all its values. Slow for invalid encodings, so only for signed-in requests. */
export function queryValues(c: Context): Record<string, string[]> {
  const query = new URL(c.req.url).searchParams;
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
}
