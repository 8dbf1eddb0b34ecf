import { ISO_DATE } from '#shared/iso-date';
import { type Site, siteSchema } from '#shared/site';
import type { Language } from '#shared/site-languages';
import exampleJson from '../../../data/site.example.json' with { type: 'json' };
import { StartError } from '../lib/start-error.ts';
import { parseFile, readOwnFile } from '../settings/parse-file.ts';
import { valueAt } from '../settings/parse-input.ts';

/** What `data/site.example.json` holds: fictional values for an operator to replace. */
export const EXAMPLE_SITE: Site = exampleJson;

/** Values that may be correct for a real site. They are listed beside other example values, but never alone. */
const PLAUSIBLE = new Set([
  'brand',
  'address.postalCode',
  'address.city',
  'address.country',
  'jurisdiction',
  'termsDate',
  'privacyDate',
  'backupDays',
]);

/** @throws StartError with one line that names the field, its value and what is expected */
export function loadSite(file: string): Site {
  const expected =
    'a JSON file that says who runs this site, e.g. a copy of data/site.example.json';
  const text = readOwnFile(file, expected);
  if (text !== null) return parseSite(text, file);
  throw new StartError(`there is no ${file}; expected ${expected}`);
}

export const parseSite = (text: string, file: string): Site =>
  parseFile(siteSchema, text, { file, exampleAt: (path) => valueAt(EXAMPLE_SITE, path) });

/** Returns the fields that still hold the shipped values, by name (`address.city`). */
export function fieldsOnExample(site: Site): string[] {
  const examples = new Map(leaves(EXAMPLE_SITE));
  const same = leaves(site).flatMap(([name, value]) =>
    examples.get(name) === value && !translatesTheSame(name, site) ? [name] : [],
  );
  return same.every((name) => PLAUSIBLE.has(name)) ? [] : same;
}

/** Returns the site's canonical address, or null while that is the shipped example. */
export const ownUrl = (site: Site): string | null =>
  fieldsOnExample(site).includes('url') ? null : site.url;

/** Returns whether a name is that of a translation whose own field is still the shipped one: of a site in the same country. */
function translatesTheSame(name: string, site: Site): boolean {
  const field = /^translations\.[^.]+\.(.+)$/.exec(name)?.[1];
  if (!field) return false;
  const path = field === 'country' ? ['address', field] : [field];
  return valueAt(site, path) === valueAt(EXAMPLE_SITE, path);
}

/** Returns the fields that a language shows in English, since `translations` has none. */
export function untranslatedFields(site: Site, language: Language): string[] {
  if (language === 'en') return [];
  const own = site.translations?.[language];
  return [
    ...(['country', 'jurisdiction'] as const).filter((field) => own?.[field] === undefined),
    ...(['offers', 'subprocessors'] as const).filter((field) => site[field] && !own?.[field]),
  ];
}

/** Returns the fields whose text is no date that pages could write in their language. */
export const fieldsWithoutDate = (site: Site): string[] =>
  (['termsDate', 'privacyDate'] as const).filter((field) => !ISO_DATE.test(site[field]));

/** Returns the shipped value of a field that `fieldsOnExample` named. */
export const exampleAt = (field: string) => valueAt(EXAMPLE_SITE, field.split('.'));

function leaves(value: object, prefix = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null
      ? leaves(inner, `${prefix}${key}.`)
      : [[`${prefix}${key}`, String(inner)] satisfies [string, string]],
  );
}
