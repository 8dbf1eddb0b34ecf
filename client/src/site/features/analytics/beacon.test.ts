import { expect, test, vi } from 'vitest';
import { type BeaconOutcome, createBeacon } from './beacon.ts';

const batchOf = (sessionId: string) => ({ sessionId, context: { path: '/' }, events: [] });
const DATES = {
  'Retry-After': 'Fri, 06 Mar 2026 12:00:10 GMT',
  Date: 'Fri, 06 Mar 2026 12:00:00 GMT',
};

test.each<[BeaconOutcome, status: number, body?: string, headers?: Record<string, string>]>([
  ['taken', 200],
  ['dropped', 413],
  [0, 408],
  [0, 503],
  ['refused', 403, '{"code":"consent_required"}'],
  // Any other 403 keeps consent, and the events are sent again: our own refusal of another site, and a proxy's.
  [0, 403, '{"code":"cross_origin"}'],
  [0, 403, '<h1>Forbidden</h1>'],
  [0, 403, ''],
  [7_000, 429, '{}', { 'Retry-After': '7' }],
  // A date is compared with the server's clock.
  [10_000, 429, '{}', DATES],
])('the outcome is %s after %i %s %j', async (outcome, status, body, headers = {}) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));
  expect(await createBeacon('id').send(batchOf('1'))).toBe(outcome);
});

test('what fails, as beyond the quota of keepalive requests, is repeated as a plain request', async () => {
  const made: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { keepalive }: RequestInit) => {
    made.push(keepalive);
    if (made.length === 1) throw new TypeError('Failed to fetch');
    return new Response('{}');
  });
  const beacon = createBeacon('id');
  const outcomes = [];
  for (let tries = 0; tries < 3; tries += 1) outcomes.push(await beacon.send(batchOf('1')));
  expect(outcomes).toEqual([0, 'taken', 'taken']);
  expect(made).toEqual([true, false, true]);
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
    const beacon = createBeacon('id');
    const surviving = batchOf('1');
    void beacon.send(surviving);
    expect(await beacon.send(surviving, true)).toBe(0);
    const outcome = beacon.send(batchOf('2'), true);
    answer(new Response('{}'));
    expect(await outcome).toBe('taken');
    expect(made).toEqual(['fetch true', ...expected]);
  },
);
