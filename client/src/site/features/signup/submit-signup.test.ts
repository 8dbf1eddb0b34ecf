// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { submitSignup } from './submit-signup.ts';

const person = { name: 'Ada', email: 'ada@example.org', youtubeChannel: '', useCase: '' };
const submit = () => submitSignup('notifyme', person, 'key');

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  { answer: () => new Response(null, { status: 201 }), outcome: 'success' },
  { answer: () => Response.json({ code: '23505' }, { status: 409 }), outcome: 'duplicate' },
  { answer: () => Response.json({ code: '23514' }, { status: 400 }), outcome: 'error' },
  { answer: () => new Response('{"code":"235', { status: 409 }), outcome: 'error' },
  { answer: () => Response.json({ code: 23505 }, { status: 409 }), outcome: 'error' },
  { answer: () => Response.json(null, { status: 409 }), outcome: 'error' },
  // The sign-in page of a hotel's network, and an answer made by a proxy.
  { answer: () => new Response('<h1>Welcome</h1>', { status: 200 }), outcome: 'error' },
  { answer: () => new Response(null, { status: 204 }), outcome: 'error' },
])('$outcome', async ({ answer, outcome }) => {
  vi.stubGlobal('fetch', async () => answer());
  expect(await submit()).toBe(outcome);
});

test('a request without an answer ends as an error', async () => {
  const limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const outcome = submit();
  limit.abort();
  expect(await outcome).toBe('error');
}, 1_000);

test.each([
  ['de', 'de'],
  ['pt-BR', 'pt-BR'],
  ['sv', null], // translated by the browser
  ['', null],
])('on a page in the language %j the row has %j', async (lang, language) => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)).language);
    return new Response(null, { status: 201 });
  });
  document.documentElement.lang = lang;
  await submit();
  expect(sent).toEqual([language]);
});
