import { expect, test } from 'vitest';
import { createTurns } from '../../turns.ts';
import { joinPieces } from './join-pieces.ts';

test.each([
  ['no piece', []],
  ['one piece', [10]],
  ['small pieces', [1, 0, 5, 3]],
  ['large pieces', [60_000, 1, 60_000, 300_000]],
])('%s: the bytes are joined in their order', async (_, sizes) => {
  const pieces = sizes.map((size, index) => Buffer.alloc(size, index + 1));
  const expected = Buffer.concat(pieces);
  const joined = await joinPieces(pieces, createTurns().begin());
  expect(Buffer.from(joined).equals(expected)).toBe(true);
});
