import { expect, test } from 'vitest';
import { isGpc } from './read-sender.ts';

test.each(['1', '1, 1', '0, 1', ' 1 ', '1,'])('%j is the signal', (header) => {
  expect(isGpc(header)).toBe(true);
});

test.each([undefined, '', '0', 'true', '11', '1;q=1', '"1"', '1 1', ',,'])(
  '%j is not',
  (header) => {
    expect(isGpc(header)).toBe(false);
  },
);
