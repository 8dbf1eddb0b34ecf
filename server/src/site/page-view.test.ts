import { expect, test } from 'vitest';
import { isPageView } from './page-view.ts';

const NAVIGATION = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
const SAFARI_15 =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Safari/604.1';
const BOT = 'Mozilla/5.0 (compatible; SomeBot/1.0; +https://a.example)';
const GOOGLE = `${SAFARI_15} (compatible; Googlebot/2.1)`;
const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test.each<[expected: boolean, headers: Record<string, string>]>([
  [true, NAVIGATION],
  [true, { 'sec-fetch-dest': 'document' }],
  [true, { 'sec-fetch-mode': 'navigate' }],
  [true, { ...NAVIGATION, purpose: 'navigate' }],
  [true, { 'user-agent': SAFARI_15, accept }],
  [false, { ...NAVIGATION, 'sec-purpose': 'prefetch; anonymous-client-ip, prefetch' }],
  [false, { ...NAVIGATION, purpose: 'Prefetch' }],
  [false, { ...NAVIGATION, 'x-purpose': ': preview' }],
  [false, { ...NAVIGATION, 'x-moz': 'prefetch' }],
  [false, { ...NAVIGATION, 'user-agent': GOOGLE }],
  [false, { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
  [false, { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }],
  [false, { 'sec-fetch-mode': 'cors', 'user-agent': SAFARI_15, accept }],
  [false, { 'user-agent': SAFARI_15, accept: '*/*' }],
  [false, { 'user-agent': BOT, accept }],
  [false, { 'user-agent': 'curl/8.5.0', accept }],
  [false, {}],
])('%s: a person views a page with %j', (expected, headers) => {
  expect(isPageView((name) => headers[name])).toBe(expected);
});
