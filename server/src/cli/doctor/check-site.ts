import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '#shared/site';
import { LANGUAGES } from '#shared/site-languages';
import { valueAt } from '../../settings/parse-input.ts';
import {
  EXAMPLE_SITE,
  exampleAt,
  fieldsOnExample,
  fieldsWithoutDate,
  untranslatedFields,
} from '../../site/site-config.ts';
import { canBeSet } from '../../site/social-images.ts';

type Finding = [level: 'ok' | 'warning', what: string, ...lines: string[]];

const EXAMPLES =
  'data/site.json still holds the shipped example for these fields; edit it and restart';
const CLAIMS =
  "99.9% accuracy, 50+ languages, 10x faster and the logo are the shipped toolkit's own; docs/operations.md (Another brand) says how to change them for";

/** Says what data/site.json still has of the example, what it promises, and what pages and pictures cannot show of it. */
export const checkSite = (site: Site, client: string): Finding[] => [
  checkIdentity(site),
  checkLanguages(site),
  ...checkWords(site),
  ...checkPictures(client, site),
];

function checkIdentity(site: Site): Finding {
  const examples = fieldsOnExample(site).map(
    (field) => `${field}: ${JSON.stringify(exampleAt(field))}`,
  );
  return examples.length === 0
    ? ['ok', 'identity', `data/site.json of ${site.brand}`]
    : ['warning', 'identity', EXAMPLES, ...examples];
}

function checkLanguages(site: Site): Finding {
  const languages = LANGUAGES.filter((each) => site.languages?.includes(each) ?? true);
  const lacking = languages.flatMap((language) => {
    const fields = untranslatedFields(site, language);
    return fields.length === 0 ? [] : [`${language}: ${fields.join(', ')}`];
  });
  return lacking.length === 0
    ? ['ok', 'languages', languages.join(', ')]
    : [
        'warning',
        'languages',
        'these pages show English values of data/site.json; add `translations`',
        ...lacking,
      ];
}

/** Says what the pages promise and how they write dates. */
function checkWords(site: Site): Finding[] {
  const undated = fieldsWithoutDate(site).map(
    (field): Finding => [
      'warning',
      field,
      `"${valueAt(site, [field])}" is written so in all languages; expected a date such as "2025-06-15"`,
    ],
  );
  const offers: Finding = site.offers
    ? ['ok', 'offers', `your own: ${Object.values(site.offers.short).join('; ')}`]
    : [
        'ok',
        'offers',
        'as shipped: 25% off at launch, 50% off for life; `offers` in data/site.json promises something else',
      ];
  const claims: Finding[] =
    site.brand === EXAMPLE_SITE.brand ? [] : [['ok', 'claims', `${CLAIMS} ${site.brand}`]];
  return [...undated, offers, ...claims];
}

/** Says if the pictures for shared links cannot carry the brand. Without a build there are no pictures yet. */
function checkPictures(client: string, { brand }: Site): Finding[] {
  if (!existsSync(join(client, 'social/brand.json')) || canBeSet(client, brand)) return [];
  const why = `the pictures for shared links have no letters for ${brand}, so they show it nowhere`;
  return [['warning', 'pictures', why]];
}
