import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { presetHeaders } from './preset-headers.ts';
import { serve } from './serve.ts';

const headers = ['X-One', 'preset', 'X-Two', 'preset'];

const app = new Hono()
  .use(async (c, next) => {
    const complete = presetHeaders(c, headers);
    await next();
    complete?.();
  })
  .onError((_, c) => c.text('failed', 500))
  .get('/json', (c) => c.json({ a: 1 }))
  .get('/own', (c) => c.text('own', 200, { 'x-two': 'own' }))
  .get(
    '/own-response',
    () => new Response('raw', { headers: { 'X-TWO': 'own', 'Content-Type': 'text/plain' } }),
  )
  .get('/cookies', (c) => {
    c.header('Set-Cookie', 'a=1', { append: true });
    c.header('Set-Cookie', 'b=2', { append: true });
    return c.body(null, 204);
  })
  .get('/stream', () => new Response(new Blob(['streamed']).stream()))
  .get('/throws', () => {
    throw new Error('a bug');
  });

test.each(['/json', '/own', '/own-response', '/cookies', '/stream', '/throws', '/nothing'])(
  '%s answers with the same headers over HTTP as without',
  async (path) => {
    const { url, answer, close } = await serve({ host: '127.0.0.1', port: 0 });
    onTestFinished(close);
    answer(app.fetch);
    const over = await fetch(url + path);
    const without = await app.request(path);
    expect(over.status).toBe(without.status);
    expect(await over.text()).toBe(await without.text());
    const ofConnection = [
      'connection',
      'date',
      'keep-alive',
      'content-length',
      'transfer-encoding',
    ];
    const told = [...over.headers].filter(([name]) => !ofConnection.includes(name));
    expect(Object.fromEntries(told)).toMatchObject(Object.fromEntries(without.headers));
    const isOwn = path.startsWith('/own');
    expect([over.headers.get('X-One'), over.headers.get('X-Two')]).toEqual([
      'preset',
      isOwn ? 'own' : 'preset',
    ]);
    expect(over.headers.getSetCookie()).toEqual(without.headers.getSetCookie());
  },
);
