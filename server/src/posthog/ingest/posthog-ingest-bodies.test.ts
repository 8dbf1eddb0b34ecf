import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { grantConsent, JANE } from '../../store/testing/store-contract-data.ts';
import { batch, newId, OK, openIngestSite, scroll } from '../../testing/sites/ingest-site.ts';
import { rowsOf } from '../../testing/test-database.ts';

const MB = 2 ** 20;

const rows = ({ database }: { database: string }) => rowsOf(database, 'events');

test.each<[string, object]>([
  [
    'other headers than its body',
    { headers: { 'Content-Encoding': 'gzip', 'Content-Type': 'x/y' } },
  ],
  ['compression that is not known', { path: '/ingest/e/?compression=lz4&ip=1&ver=1.2' }],
  ['compression that is not there', { path: '/ingest/e/?compression=gzip-js' }],
  ['beacon=1', { path: '/ingest/e/?beacon=1' }],
  ['another origin', { headers: { Origin: 'https://elsewhere.example' } }],
])('plain JSON with %s is taken, and answered 200', async (_, options) => {
  const site = await openIngestSite();
  expect(await site.send(batch(), options)).toEqual(OK);
  expect(await rows(site)).toHaveLength(1);
});

test('gzip is accepted with and without a header for it, at both endpoints', async () => {
  const site = await openIngestSite();
  const [first, second] = [scroll(), scroll()];
  const headers = { 'Content-Encoding': 'gzip' };
  expect(await site.send(gzipSync(JSON.stringify(batch([first]))))).toEqual(OK);
  expect(await site.send(gzipSync(JSON.stringify(batch([second]))), { headers })).toEqual(OK);
  const { uuid: id, timestamp } = scroll();
  const own = { id, name: 'scroll', timestamp, properties: { percent_scrolled: 25 } };
  const envelope = { consentId: JANE, sessionId: JANE, sentAt: timestamp, events: [own] };
  const body = gzipSync(JSON.stringify(envelope));
  expect(await site.send(body, { path: '/api/events' })).toMatchObject({ status: 200 });
  expect(await rows(site)).toMatchObject([{ id: first.uuid }, { id: second.uuid }, { id }]);
});

test('one malformed event refuses the whole request, and nothing is kept', async () => {
  const site = await openIngestSite();
  for (const bad of [
    scroll({ uuid: 'secret' }),
    scroll({ properties: { distinct_id: ' ' } }),
    null,
  ]) {
    const answer = await site.send(batch([scroll(), bad]));
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(JSON.stringify(answer)).not.toContain('secret');
  }
  for (const body of ['', 'hello', gzipSync('hello'), gzipSync('[]').subarray(0, 15)]) {
    expect(await site.send(body)).toMatchObject({ status: 400 });
  }
  expect(await rows(site)).toEqual([]);
});

test.each([
  ['/ingest/e/', 2 * MB],
  ['/ingest/batch/', 6 * MB],
  ['/batch/', 6 * MB],
])('%s reads %i bytes, also unpacked, and answers 413 to one more', async (path, limit) => {
  const site = await openIngestSite();
  const json = JSON.stringify(batch());
  const whole = Buffer.alloc(limit, json.padEnd(2000));
  whole.fill(' ', json.length);
  const over = Buffer.concat([whole, Buffer.from(' ')]);
  expect(await site.send(whole, { path })).toEqual(OK);
  expect(await site.send(gzipSync(whole), { path })).toEqual(OK);
  const tooLarge = { status: 413, body: { code: 'payload_too_large' } };
  expect(await site.send(over, { path })).toMatchObject(tooLarge);
  expect(await site.send(gzipSync(over), { path })).toMatchObject(tooLarge);
  expect(await rows(site)).toHaveLength(1);
});

test('both endpoints cut off a gzip bomb', async () => {
  const site = await openIngestSite();
  const bomb = Buffer.concat(Array<Buffer>(8).fill(gzipSync(Buffer.alloc(16 * MB))));
  for (const path of ['/ingest/e/', '/ingest/batch/', '/api/events']) {
    expect(await site.send(bomb, { path })).toMatchObject({ status: 413 });
  }
});

test('a batch of 5,000 events of 100 visitors is accepted as a whole', async () => {
  const site = await openIngestSite();
  const people = Array.from({ length: 100 }, newId);
  for (const person of people) await grantConsent(site.store, person);
  const events = Array.from({ length: 5000 }, (_, index) =>
    scroll({ properties: { distinct_id: people[index % 100] } }),
  );
  expect(await site.send(batch(events), { path: '/ingest/batch/' })).toEqual(OK);
  const ids = (await rows(site)).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(events.map(({ uuid }) => uuid).toSorted());
});

test('when there is no memory for more large batches some get 503, and all are kept once after they are sent again', async () => {
  const site = await openIngestSite();
  let finish = () => {};
  const isFull = new Promise<void>((resolve) => {
    finish = resolve;
  });
  /** Holds the last byte back until one is refused, so that all are in memory together. */
  async function* inTwoPieces(body: Uint8Array) {
    yield body.subarray(0, -1);
    await isFull;
    yield body.subarray(-1);
  }
  const events = Array.from({ length: 80 }, () => scroll());
  let left = events.map((event) => Buffer.from(JSON.stringify(batch([event])).padEnd(MB)));
  let refused = 0;
  while (left.length > 0) {
    const init = (body: Uint8Array) => ({
      method: 'POST',
      headers: { 'Content-Length': String(body.length) },
      body: ReadableStream.from(inTwoPieces(body)),
      duplex: 'half' as const,
    });
    const answers = await Promise.all(
      left.map(async (body) => {
        const answer = await site.app.request('/ingest/batch/', init(body));
        if (answer.status === 503) finish();
        return answer;
      }),
    );
    for (const { status, headers } of answers) {
      expect([200, 503]).toContain(status);
      expect(headers.get('Retry-After')).toBe(status === 503 ? '5' : null);
    }
    left = left.filter((_, index) => answers[index]?.status === 503);
    refused += left.length;
  }
  expect(refused).toBeGreaterThan(0);
  const ids = (await rows(site)).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(events.map(({ uuid }) => uuid).toSorted());
});
