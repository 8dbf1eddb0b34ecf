import { afterEach, expect, test, vi } from 'vitest';
import { createBeacon } from './beacon.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Sends one batch and returns its outcome for the given network answer. */
async function send(answer: Response) {
  vi.stubGlobal('fetch', async () => answer);
  const beacon = createBeacon({ consentId: 'id', now: () => 0 });
  return beacon.send({ sessionId: 'session', context: { path: '/' }, events: [] });
}

test('the server says that consent is missing: the visitor is asked again', async () => {
  const answer = Response.json({ code: 'consent_required' }, { status: 403 });
  expect(await send(answer)).toBe('refused');
});

test.each([
  ['our own refusal of another site', Response.json({ code: 'cross_origin' }, { status: 403 })],
  ['a proxy with a page of its own', new Response('<h1>Forbidden</h1>', { status: 403 })],
  ['a proxy with nothing to say', new Response(null, { status: 403 })],
  ['a proxy whose JSON is no object', Response.json(null, { status: 403 })],
])('any other 403 keeps consent and sends the events again: %s', async (_, answer) => {
  expect(await send(answer)).toBe(0);
});

test.each([
  [200, 'taken'],
  [400, 'dropped'],
  [413, 'dropped'],
  [408, 0],
  [503, 0],
])('the answer %i means: %s', async (status, outcome) => {
  expect(await send(new Response('{}', { status }))).toBe(outcome);
});

test("a server's Retry-After sets the earliest time of the next try", async () => {
  const headers = { 'Retry-After': '7' };
  expect(await send(new Response('{}', { status: 429, headers }))).toBe(7_000);
});

test("a date is compared with the server's clock, where the answer has a Date header", async () => {
  const headers = {
    'Retry-After': 'Fri, 06 Mar 2026 12:00:10 GMT',
    Date: 'Fri, 06 Mar 2026 12:00:00 GMT',
  };
  expect(await send(new Response('{}', { status: 429, headers }))).toBe(10_000);
});

test.each([
  ['fetch with keepalive', { prototype: { keepalive: true } }, ['fetch true']],
  ['a beacon where keepalive is missing', { prototype: {} }, ['beacon']],
])(
  'the last batches leave by %s, and what survives already is not sent again',
  async (_, request, expected) => {
    const made: string[] = [];
    let answer = (_: Response) => {};
    vi.stubGlobal('Request', request);
    vi.stubGlobal('navigator', { sendBeacon: () => made.push('beacon') > 0 });
    vi.stubGlobal('fetch', (_: string, { keepalive }: RequestInit) => {
      made.push(`fetch ${keepalive}`);
      return new Promise<Response>((resolve) => {
        answer = resolve;
      });
    });
    const beacon = createBeacon({ consentId: 'id', now: () => 0 });
    const batchOf = (sessionId: string) => ({ sessionId, context: { path: '/' }, events: [] });
    const surviving = batchOf('1');
    void beacon.send(surviving);
    expect(await beacon.send(surviving, true)).toBe(0);
    const outcome = beacon.send(batchOf('2'), true);
    answer(new Response('{}'));
    expect(await outcome).toBe('taken');
    expect(made).toEqual(['fetch true', ...expected]);
  },
);
