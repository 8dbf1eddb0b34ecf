import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { grantConsent } from '../../store/testing/store-contract-data.ts';
import { batch, newId, OK, openIngestSite, rows, scroll } from '../../testing/sites/ingest-site.ts';

const MB = 2 ** 20;

// wire-samples.test.ts has what SDKs say.
test('events are taken whatever the headers and the query say of them, also from another origin', async () => {
  const site = await openIngestSite();
  const path = '/ingest/e/?compression=lz4&ip=1&ver=1.2';
  for (const headers of [
    { 'Content-Encoding': 'gzip', 'Content-Type': 'x/y' },
    { Origin: 'https://elsewhere.example' },
  ] as Record<string, string>[])
    expect(await site.send(batch(), { path, headers })).toEqual(OK);
  expect(await rows(site)).toHaveLength(2);
});

// decode-capture.test.ts has what is malformed, unwrap-payload.test.ts what cannot be read.
test('one malformed event refuses the whole request, and nothing is kept', async () => {
  const site = await openIngestSite();
  for (const body of [batch([scroll(), scroll({ uuid: 'secret' })]), 'secret']) {
    const answer = await site.send(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(JSON.stringify(answer)).not.toContain('secret');
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
  for (const body of [whole, gzipSync(whole)]) expect(await site.send(body, { path })).toEqual(OK);
  const tooLarge = { status: 413, body: { code: 'payload_too_large' } };
  for (const body of [over, gzipSync(over)])
    expect(await site.send(body, { path })).toMatchObject(tooLarge);
  expect(await rows(site)).toHaveLength(1);
});

test('a batch of 5,000 events of 100 visitors is accepted as a whole, and each keeps its own session and place', async () => {
  const site = await openIngestSite();
  const people = Array.from({ length: 100 }, newId);
  for (const person of people) await grantConsent(site.store, person);
  const sent = Array.from({ length: 5000 }, (_, index) => {
    const [person, session] = [people[index % 100] ?? '', people[index % 7]];
    const place = { $session_id: session, $pathname: `/${index % 3}` };
    const event = scroll({ properties: { distinct_id: person.toUpperCase(), ...place } });
    return { event, row: [event.uuid, person, session, `/${index % 3}`] };
  });
  const events = sent.map(({ event }) => event);
  expect(await site.send(batch(events), { path: '/ingest/batch/' })).toEqual(OK);
  const columns = ['id', 'consent_id', 'session_id', 'path'];
  const stored = (await rows(site)).map((row) => columns.map((name) => row[name]));
  expect(stored.toSorted()).toEqual(sent.map(({ row }) => row).toSorted());
});
