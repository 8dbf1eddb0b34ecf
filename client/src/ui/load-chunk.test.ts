// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest';
import { loadChunk, type MissingChunk } from './load-chunk.ts';

/** Takes the place of the start script and records the missing chunks. */
function listen(answer: (missing: MissingChunk) => void) {
  const listener = (event: WindowEventMap['chunk:missing']) => {
    event.preventDefault();
    answer(event.detail);
  };
  addEventListener('chunk:missing', listener);
  onTestFinished(() => removeEventListener('chunk:missing', listener));
}

const failingTimes = (times: number) => {
  let left = times;
  return async () => {
    left -= 1;
    if (left >= 0) throw new TypeError('Failed to fetch');
    return 'code';
  };
};

test('code that loads at a second try reaches its caller', async () => {
  listen(({ load, optional }) => {
    expect(optional).toBe(false);
    void load();
  });
  await expect(loadChunk(failingTimes(1))).resolves.toBe('code');
});

test('code whose stylesheet failed to load is not returned without it', async () => {
  const tries: unknown[] = [];
  listen(({ load, giveUp }) => {
    load()
      .catch((error: unknown) => tries.push(error))
      .then(giveUp);
  });
  let left = 1;
  const load = async () => {
    if (left-- > 0) throw new Error('Unable to preload CSS for /assets/menu-1.css');
    return 'unstyled';
  };
  await expect(loadChunk(load)).rejects.toThrow('preload CSS');
  expect(tries).toHaveLength(1);
});

test('optional code that is given up rejects with the first error', async () => {
  listen(({ giveUp }) => giveUp());
  await expect(loadChunk(failingTimes(1), { optional: true })).rejects.toThrow('Failed to fetch');
});

test('without a start script, as in development, a failure rejects at once', async () => {
  await expect(loadChunk(failingTimes(1))).rejects.toThrow('Failed to fetch');
});
