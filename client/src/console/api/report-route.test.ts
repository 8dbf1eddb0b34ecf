import { expect, test } from 'vitest';
import { rangeOf } from '../address/range-in-address.ts';
import { reportRoute } from './report-route.ts';

const NOW = Date.parse('2026-03-31T11:32:00Z');

const paramsOf = (range: { from: string; to: string }, unit = '') => {
  const address = { range, zone: 'UTC', unit };
  const route = reportRoute('figures', address, rangeOf(address, NOW, 'people'), [['by', null]]);
  return Object.fromEntries(new URLSearchParams(route.slice('figures?'.length)));
};

test('the server gets the times of a period and its usual unit, or the chosen one', () => {
  const day = { from: '2026-03-14', to: '2026-03-14' };
  const times = { from: '2026-03-14T00:00:00.000Z', to: '2026-03-14T23:59:59.999Z', zone: 'UTC' };
  expect(paramsOf(day)).toEqual({ ...times, unit: 'hour' });
  expect(paramsOf(day, 'day')).toEqual({ ...times, unit: 'day' });
});

test('it gets days that are no days as they are, and nothing that nobody wrote', () => {
  const days = { from: '2026-13-44', to: '2026-11-01' };
  expect(paramsOf(days)).toEqual({ ...days, zone: 'UTC' });
});
