import { LANGUAGES } from './site-languages.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** What people also call a country, in lower case and without full stops. Its law is that of the whole country. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...{ 'great britain': 'GB', britain: 'GB', england: 'GB', scotland: 'GB', wales: 'GB' },
  ...{ 'northern ireland': 'GB', holland: 'NL', 'republic of ireland': 'IE' },
  ...{ 'united states of america': 'US', america: 'US' },
};

/** Returns the two letters that ISO 3166 has for a country now, from those that it has or had: UK is GB. */
export function isoCode(letters: string): string | undefined {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  if (!/^[A-Z]{2}$/.test(letters) || letters === 'ZZ') return undefined;
  return names.of(letters) === undefined ? undefined : canonical(letters);
}

/**
 * Returns the two letters that ISO 3166 has for a country, from those letters or its name in a language of the site:
 * `Germany` is DE, and so is `de`.
 */
export function countryCode(name: string): string | undefined {
  if (!known.has(name)) known.set(name, find(name));
  return known.get(name);
}

/** Looking through all names takes 20 ms, and every page asks. */
const known = new Map<string, string | undefined>();

function find(name: string): string | undefined {
  const folded = (text: string) => text.replaceAll('.', '').trim().toLowerCase();
  const wanted = folded(name);
  const code = OTHER_NAMES[wanted.replace(/^the /, '')] ?? isoCode(wanted.toUpperCase());
  if (code) return code;
  for (const style of ['long', 'short'] as const) {
    for (const language of LANGUAGES) {
      const names = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' });
      const found = PAIRS.find((pair) => folded(names.of(pair) ?? '') === wanted);
      if (found) return canonical(found);
    }
  }
  return undefined;
}

/** DD and UK, for instance, are old or reserved codes of DE and GB. */
const canonical = (code: string) => new Intl.Locale(`und-${code}`).region;
