import { expect, test } from 'vitest';
import { campaignLink, usualSpelling } from './campaign-link.ts';

const ORIGIN = 'https://dubkit.example';
const none = { utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '' };

test.each([
  [
    '/',
    { utm_source: ' news & ', utm_campaign: 'a/1' },
    '/?utm_source=news+%26&utm_campaign=a%2F1',
  ],
  // The page keeps its own query and hash.
  ['/about?a=1&utm_source=old#team', { utm_source: 'x' }, '/about?a=1&utm_source=x#team'],
])('a link to %s has the given parts %j, encoded', (page, values, link) => {
  expect(campaignLink(ORIGIN, page, { ...none, ...values })).toBe(ORIGIN + link);
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

test('another spelling is told apart from the usual one, from another value, and from none; a new value has a plain one', () => {
  const used = [
    { value: 'product_hunt', people: 20 },
    { value: 'Product Hunt', people: 3 },
    { value: null, people: 100 },
    { value: '-', people: 1 },
  ];
  const usual = (typed: string) => usualSpelling(typed, used)?.value;
  for (const typed of ['Product Hunt', 'product-hunt', 'PRODUCT_HUNT', 'product  hunt'])
    expect(usual(typed), typed).toBe('product_hunt');
  expect(usual('Summer  News')).toBe('summer-news');
  expect(usual('Summer & sun')).toBe('summer-sun');
  for (const typed of ['product_hunt', ' product_hunt ', 'hunt', '', ' - '])
    expect(usual(typed), typed).toBeUndefined();
});
