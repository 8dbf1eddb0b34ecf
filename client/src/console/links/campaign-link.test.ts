import { expect, test } from 'vitest';
import { campaignLink, usualSpelling } from './campaign-link.ts';

const ORIGIN = 'https://dubkit.example';
const none = { utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '' };

test('a link has the given parts only, percent-encoded', () => {
  const values = { ...none, utm_source: ' news & more ', utm_campaign: 'launch/1' };
  expect(campaignLink(ORIGIN, '/', values)).toBe(
    `${ORIGIN}/?utm_source=news+%26+more&utm_campaign=launch%2F1`,
  );
});

test('the page keeps its own query and hash', () => {
  expect(campaignLink(ORIGIN, '/about?a=1&utm_source=old#team', { ...none, utm_source: 'x' })).toBe(
    `${ORIGIN}/about?a=1&utm_source=x#team`,
  );
});

test.each(['', 'about', '//example.org/', '/\\example.org', 'https://example.org/', '//['])(
  'there is no link to the page %j',
  (page) => {
    expect(campaignLink(ORIGIN, page, { ...none, utm_source: 'x' })).toBeNull();
  },
);

test('a link needs a source', () => {
  expect(campaignLink(ORIGIN, '/', { ...none, utm_source: ' ', utm_medium: 'social' })).toBeNull();
});

const used = [
  { value: 'product_hunt', people: 20 },
  { value: 'Product Hunt', people: 3 },
  { value: null, people: 100 },
  { value: '-', people: 1 },
];

test.each(['Product Hunt', 'product-hunt', 'PRODUCT_HUNT', 'product  hunt', 'ProductHunt'])(
  '%j is another spelling of the one that most people came with',
  (typed) => {
    expect(usualSpelling(typed, used)?.value).toBe('product_hunt');
  },
);

test.each(['product_hunt', ' product_hunt ', 'hunt', '', ' - '])(
  '%j is the usual spelling, another value, or none',
  (typed) => {
    expect(usualSpelling(typed, used)).toBeNull();
  },
);
