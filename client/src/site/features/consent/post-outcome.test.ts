import { expect, test } from 'vitest';
import { outcomeOf } from './post-outcome.ts';

test('only 201 means recorded, and only 400 refused; anything else may pass', () => {
  expect([201, 400].map(outcomeOf)).toEqual(['recorded', 'refused']);
  for (const status of [200, 204, 401, 403, 404, 408, 429, 500, 503])
    expect(outcomeOf(status), `${status}`).toBe('retry');
});
