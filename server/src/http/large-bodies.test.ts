import { expect, test } from 'vitest';
import { createLargeBodies, SMALL_BODY_BYTES } from './large-bodies.ts';

test('small bodies are not counted, the rest of a large one is until it is released', () => {
  const bodies = createLargeBodies({ maxHeldBytes: 1000 });
  const small = Array.from({ length: 100 }, () => bodies.hold().add(SMALL_BODY_BYTES));
  expect(small.every(Boolean)).toBe(true);
  const [one, other] = [bodies.hold(), bodies.hold()];
  expect([one.add(SMALL_BODY_BYTES), one.add(1000), other.add(SMALL_BODY_BYTES + 1)]).toEqual([
    true,
    true,
    false,
  ]);
  other.release();
  one.release();
  expect(bodies.hold().add(SMALL_BODY_BYTES + 1000)).toBe(true);
});

test('tasks run one after the other, also after one that failed', async () => {
  const { inTurn } = createLargeBodies();
  const log: string[] = [];
  const task = (name: string) => async () => {
    log.push(`${name} begins`);
    await new Promise(setImmediate);
    log.push(`${name} ends`);
    if (name === 'b') throw new Error(name);
    return name;
  };
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => inTurn(task(name))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(log).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test('so many may wait for their turn, who comes then is told at once', async () => {
  const { inTurn } = createLargeBodies({ maxWaiting: 2 });
  const turn = async () => {};
  const turns = [inTurn(turn), inTurn(turn), inTurn(turn)];
  expect(turns.map((one) => one === null)).toEqual([false, false, true]);
  await Promise.all(turns);
  expect(inTurn(turn)).not.toBeNull();
});
