import { foldSpelling } from '#shared/traffic-fields';

/** The parts of a link that say where its visitors come from, in the order in which people think of them. */
export const UTM_FIELDS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content'] as const;
export type UtmField = (typeof UTM_FIELDS)[number];

/** A value in use, and how many people came with it. */
export interface UsedValue {
  value: string | null;
  people: number;
}

/** Returns null if the page is not one of this site. */
export function pageOnSite(origin: string, page: string): URL | null {
  const url = page.startsWith('/') && URL.canParse(page, origin) ? new URL(page, origin) : null;
  return url?.origin === origin ? url : null; // `//example.org` is another site
}

/**
 * Returns the link to a page of the site with its source. Keeps the page's own query and hash. Returns null if the page
 * is not one of this site, and if no source is given.
 */
export function campaignLink(
  origin: string,
  page: string,
  values: Readonly<Record<UtmField, string>>,
): string | null {
  const url = pageOnSite(origin, page);
  if (!url || values.utm_source.trim() === '') return null;
  for (const field of UTM_FIELDS) {
    const value = values[field].trim();
    if (value) url.searchParams.set(field, value);
  }
  return url.href;
}

/**
 * Returns the spelling of a value that most people came with, if it is another one: reports count `product hunt`,
 * `product-hunt` and `product_hunt` as three sources, and PostHog counts `Product-Hunt` as a fourth. Of a new value, the plainest
 * spelling, with nobody. Returns null for the usual one.
 */
export function usualSpelling(value: string, used: readonly UsedValue[]): UsedValue | null {
  const form = looseForm(value);
  if (form === '') return null;
  const [
    usual = {
      value: value
        .trim()
        .toLowerCase()
        .replace(/[\s&+%#?]+/g, '-'),
      people: 0,
    },
  ] = used
    .filter((known) => known.value !== null && looseForm(known.value) === form)
    .toSorted((a, b) => b.people - a.people);
  return usual.value === value.trim() ? null : usual;
}

/** Returns what spellings have in common that differ in case, spaces, hyphens or underscores only. */
const looseForm = (value: string) => foldSpelling(value).replace(/[\s_-]/g, '');
