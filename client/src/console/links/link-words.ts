import { formatCount } from '#shared/format-figures';
import type { UtmField } from './campaign-link.ts';

const people = (count: number) => `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`;

export const growthLinks = {
  summary: 'Make a campaign link',
  lead: 'Share this link instead of the plain address. Visitors who follow it are counted under its source, medium and campaign.',
  page: 'Page',
  fields: {
    utm_source: 'Source',
    utm_medium: 'Medium (optional)',
    utm_campaign: 'Campaign (optional)',
    utm_content: 'Content (optional)',
  } satisfies Record<UtmField, string>,
  examples: {
    utm_source: 'newsletter',
    utm_medium: 'email',
    utm_campaign: 'launch',
    utm_content: 'top-button',
  } satisfies Record<UtmField, string>,
  used: (count: number) => `In use, ${people(count)}`,
  spelling: (value: string, count: number) =>
    `${people(count)} came with “${value}”. Reports count each spelling separately.`,
  refused:
    'This value is not counted, because it may contain an e-mail address. Visitors who follow the link are counted without it.',
  takeSpelling: (value: string) => `Use ${value}`,
  unknown: 'The values in use could not be loaded, so this form cannot warn of other spellings.',
  link: 'Link',
  missing: 'A link needs a page of this site, such as /about, and a source.',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'The browser did not allow copying. The link is selected: copy it with the keyboard.',
};
