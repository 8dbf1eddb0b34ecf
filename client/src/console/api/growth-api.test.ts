import { afterEach, expect, test, vi } from 'vitest';
import { ask } from './growth-api.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['of the server itself', Response.json({ code: 'not_found' }, { status: 404 }), 'not_found'],
  // While a site is moved or replaced, a proxy may answer 404. Nothing was deleted then, and the
  // message must not say so.
  ['of a proxy', new Response('<h1>Not found</h1>', { status: 404 }), 'failed'],
  ['that was cut short', new Response('{"code":"not_', { status: 404 }), 'failed'],
])('an answer of 404 %s', async (_whose, answer, why) => {
  vi.stubGlobal('fetch', async () => answer);
  expect(await ask('signups/1', { method: 'DELETE' })).toEqual({ ok: false, why });
});
