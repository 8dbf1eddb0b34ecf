// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest';
import { loadCode, type MissingCode } from './load-code.ts';

/** Takes the place of the start script. */
function listen(answer: (missing: MissingCode) => void) {
  const listener = (event: WindowEventMap['code:missing']) => {
    event.preventDefault();
    answer(event.detail);
  };
  addEventListener('code:missing', listener);
  onTestFinished(() => removeEventListener('code:missing', listener));
}

/** Code that fails once. */
const failingOnce = (message = 'Failed to fetch') => {
  let isFirst = true;
  return async () => {
    if (!isFirst) return 'code';
    isFirst = false;
    throw new TypeError(message);
  };
};

test('code that loads at a second try reaches its caller', async () => {
  listen(({ load, optional }) => {
    expect(optional).toBe(false);
    void load();
  });
  await expect(loadCode(failingOnce())).resolves.toBe('code');
});

test('code whose stylesheet failed to load is not returned without it', async () => {
  listen(({ load, giveUp }) => void load().catch(giveUp));
  const load = failingOnce('Unable to preload CSS for /assets/menu-1.css');
  await expect(loadCode(load)).rejects.toThrow('preload CSS');
});

test('optional code that is given up rejects with the first error', async () => {
  listen(({ giveUp }) => giveUp());
  await expect(loadCode(failingOnce(), { optional: true })).rejects.toThrow('Failed to fetch');
});

test('without a start script, as in development, a failure rejects at once', async () => {
  await expect(loadCode(failingOnce())).rejects.toThrow('Failed to fetch');
});
