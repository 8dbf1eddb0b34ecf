import { once } from 'node:events';
import { get } from 'node:http';
import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../node/serve.ts';
import { createTestLog } from '../testing/test-log.ts';
import { streamText } from './stream-text.ts';

/** A server that answers with this text. */
async function listen(text: () => AsyncIterable<string>) {
  const { log, lines } = createTestLog(Date.now);
  const app = new Hono();
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  app.get('/', (c) => streamText(c, text(), { log, headers }));
  const { url, answer, close } = await serve({ host: '127.0.0.1', port: 0 });
  answer(app.fetch);
  onTestFinished(close);
  return { url, lines };
}

test('a text arrives complete, whatever its pieces', async () => {
  const { url } = await listen(async function* () {
    yield 'dub';
    yield '';
    yield 'kit, 吹替';
  });
  const answer = await fetch(url);
  expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  expect(await answer.text()).toBe('dubkit, 吹替');
});

test('an error midway cuts the text off and is logged in one line', async () => {
  const { url, lines } = await listen(async function* () {
    yield 'x'.repeat(100_000);
    throw new Error('jane@example.org');
  });
  await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(lines[0]).toContain('an answer was interrupted');
  expect(lines[0]).not.toContain('jane');
});

test('a client that disconnects is not an error, and the rest is not created', async () => {
  let isOver = false;
  const { url, lines } = await listen(async function* () {
    try {
      for (;;) yield 'x'.repeat(100_000);
    } finally {
      isOver = true;
    }
  });
  const asked = get(url).on('error', () => {});
  await once(asked, 'response');
  asked.destroy();
  await vi.waitFor(() => expect(isOver).toBe(true));
  expect(lines).toEqual([]);
});
