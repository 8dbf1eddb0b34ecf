import { expect, test } from 'vitest';
import { outcomeOf } from './post-outcome.ts';

test.each([
  [201, 'recorded'],
  [400, 'refused'],
  ...[401, 403, 404, 405, 408, 413, 415, 425, 429, 500, 502, 503, 504].map((status) => [
    status,
    'retry',
  ]),
  [200, 'retry'],
  [204, 'retry'],
])('the answer %i means: %s', (status, outcome) => {
  expect(outcomeOf(Number(status))).toBe(outcome);
});
