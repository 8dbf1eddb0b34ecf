import { expect, test } from 'vitest';
import { daysOf, formatAddress, parseAddress } from './view-address.ts';

const NOON = Date.UTC(2026, 2, 14, 12);

test('an address without parameters means the funnel of the last thirty days', () => {
  const address = parseAddress('');
  expect(address).toMatchObject({ view: 'funnel', range: { last: 30 }, steps: [], page: 1 });
  expect(formatAddress(address)).toBe('');
});

test.each([
  '?view=traffic&days=90',
  '?from=2026-03-01&to=2026-03-14&breakdown=utm_source',
  '?step=section_view:section_name%3Dhero&step=form_submit:event_label%3Dsuccess,form_type%3Dbeta&order=strict&window=1',
  '?view=signups&search=a%40b+c&type=beta&page=3',
  '?from=soon',
])('%s is read and written back unchanged', (search) => {
  expect(formatAddress(parseAddress(search))).toBe(search);
});

test.each(['?view=nothing', '?days=0', '?days=-7', '?page=0', '?page=1e3', '?other=1'])(
  '%s is read as the default view',
  (search) => {
    expect(formatAddress(parseAddress(search))).toBe('');
  },
);

test('the last days are counted up to today and include it', () => {
  expect(daysOf({ last: 1 }, NOON)).toEqual({ from: '2026-03-14', to: '2026-03-14' });
  expect(daysOf({ last: 30 }, NOON)).toEqual({ from: '2026-02-13', to: '2026-03-14' });
  const given = { from: '2026-01-01', to: '2026-01-02' };
  expect(daysOf(given, NOON)).toEqual(given);
});
