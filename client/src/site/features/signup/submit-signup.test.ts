// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { submitSignup } from './submit-signup.ts';

const person = { name: 'Ada', email: 'ada@example.org', youtubeChannel: '', useCase: '' };
const submit = () => submitSignup('notifyme', person, 'key');

test.each([
  [201, null, 'success'],
  [409, '{"code":"23505"}', 'duplicate'],
  [400, '{"code":"23514"}', 'error'],
  [409, '{"code":"235', 'unanswered'],
  [429, '{"code":"too_many_requests"}', 'busy'],
  [503, '{"code":"53400"}', 'error'],
  [409, '{"code":23505}', 'error'],
  [409, 'null', 'error'],
  // The sign-in page of a hotel's network, and an answer made by a proxy.
  [200, '<h1>Welcome</h1>', 'unanswered'],
  [204, null, 'unanswered'],
])('the answer %i %s means: %s', async (status, body, outcome) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
  expect(await submit()).toBe(outcome);
});

test('a server that says when to try again is busy', async () => {
  const answer = { status: 503, headers: { 'Retry-After': '5' } };
  vi.stubGlobal('fetch', async () => new Response('{"code":"53400"}', answer));
  expect(await submit()).toBe('busy');
});

test.each([
  [true, 'unanswered'],
  [false, 'offline'],
])(
  'online: %j; a request without an answer is told as: %s',
  async (onLine, failure) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    const limit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    const fetched = (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    vi.stubGlobal('fetch', fetched);
    const outcome = submit();
    limit.abort();
    expect(await outcome).toBe(failure);
  },
  1_000,
);

test.each([
  ['de', 'de'],
  ['pt-BR', 'pt-BR'],
  ['sv', null], // translated by the browser
  ['', null],
])('on a page in the language %j the row has %j', async (lang, language) => {
  const fetched = vi.fn(async (_: string, _init: RequestInit) => new Response());
  vi.stubGlobal('fetch', fetched);
  document.documentElement.lang = lang;
  await submit();
  expect(JSON.parse(String(fetched.mock.calls[0]?.[1].body)).language).toBe(language);
});
