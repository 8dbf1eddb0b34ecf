import { once } from 'node:events';
import { get } from 'node:http';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { createTestLog } from '../testing/test-log.ts';
import { listen as listenWith } from './node/testing/serve-for-test.ts';
import { streamText } from './stream-text.ts';

/** A server that answers with this text. */
async function listen(text: () => AsyncIterable<string>) {
  const { log, lines } = createTestLog(Date.now);
  const app = new Hono().get('/', (c) => streamText(c, text(), { log, headers: {} }));
  const { url } = await listenWith(app.fetch);
  return { url, lines };
}

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
