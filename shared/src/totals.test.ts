import { expect, test } from 'vitest';
import { consentRateOf, formErrorRateOf, totalsOf, wholeOf, wholeQuarters } from './totals.ts';

const bucket = (of: number) => ({
  from: '2026-03-14T00:00:00.000Z',
  signups: { notifyme: of, beta: 2 * of },
  confirmed: { notifyme: 3 * of, beta: 4 * of },
  pages: 5 * of,
  grants: 6 * of,
  refusals: 7 * of,
  withdrawals: 8 * of,
});

test('totals add up each figure, and answers are agreements and refusals', () => {
  const totals = totalsOf([bucket(1), bucket(10)]);
  expect(totals).toEqual({
    ...{ notifyme: 11, beta: 22, signups: 33, confirmed: 77 },
    ...{ pages: 55, grants: 66, answers: 143, withdrawals: 88 },
  });
  expect(consentRateOf(totals)).toEqual({ successes: 66, trials: 143 });
});

test('of the people who sent a form, those who ever got an error', () => {
  const outcomes = [
    { outcome: 'success' as const, people: 9, best: 9 },
    { outcome: 'error' as const, people: 2, best: 1 },
  ];
  expect(formErrorRateOf({ people: 10, outcomes })).toEqual({ successes: 2, trials: 10 });
  expect(formErrorRateOf({ people: 10, outcomes: [] })).toEqual({ successes: 0, trials: 10 });
});

test('what is compared ends with a whole quarter of an hour, but for signups', () => {
  const cut = { pages: 2, grants: 3, refusals: 4, withdrawals: 5 };
  const report = {
    unit: 'day' as const,
    buckets: [bucket(1), bucket(10)],
    unfinished: { from: '2026-03-14T13:30:00.000Z', ...cut, paths: [{ path: '/', count: 2 }] },
    pages: [
      { path: '/about', count: 53 },
      { path: '/', count: 2 },
    ],
  };
  const compared = wholeQuarters(report);
  expect(wholeOf(compared)).toMatchObject({ signups: 33, pages: 53, grants: 63, answers: 136 });
  expect(compared.buckets[0]).toEqual(bucket(1));
  expect(compared.pages).toEqual([{ path: '/about', count: 53 }]);
  // Nothing is left out twice, and nothing of a period that ends with a quarter.
  expect(wholeQuarters(compared)).toEqual(compared);
  expect(wholeQuarters({ ...report, unfinished: null })).toEqual({ ...report, unfinished: null });
});
