import { LANGUAGES } from './site-languages.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Returns the two letters that ISO 3166 has for a country, from its name in a language of the site: `Germany` is DE. */
export function countryCode(name: string): string | undefined {
  if (!known.has(name)) known.set(name, find(name));
  return known.get(name);
}

/** Looking through all names takes 20 ms, and every page asks. */
const known = new Map<string, string | undefined>();

function find(name: string): string | undefined {
  const wanted = name.trim().toLowerCase();
  for (const style of ['long', 'short'] as const) {
    for (const language of LANGUAGES) {
      const names = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' });
      for (const first of LETTERS) {
        for (const second of LETTERS) {
          if (names.of(first + second)?.toLowerCase() === wanted) return canonical(first + second);
        }
      }
    }
  }
  return undefined;
}

/** DD and UK, for instance, are old or reserved codes of DE and GB. */
const canonical = (code: string) => new Intl.Locale(`und-${code}`).region;
