import { expect, test } from 'vitest';
import { postJson, scrolls } from '../edge/testing/site-requests.ts';
import { JOHN, newId } from '../store/testing/store-contract-data.ts';
import { cookie, grant, JANE } from '../testing/data/consent-requests.ts';
import { createTestApp, NOON } from '../testing/test-app.ts';

const iso = new Date(NOON).toISOString();
const PLACE = { path: '/', utm: { source: 'letter' }, viewport: 'small' };

/** A site on which Jane agreed. */
async function open() {
  const site = await createTestApp();
  const agree = (consentId: string) => postJson(site, '/api/consents', { ...grant, consentId });
  await agree(JANE);
  const scroll = (consentId: string, id = newId()) =>
    postJson(site, '/api/events', scrolls(consentId, [id], PLACE));
  const send = async (method: string, headers: Record<string, string>, query = '') => {
    const answer = await site.app.request(`/api/my-data${query}`, { method, headers });
    const isFresh = answer.headers.get('Cache-Control') === 'no-store';
    return { status: answer.status, isFresh, body: (await answer.json()) as object };
  };
  /** Asks with the cookie of a visitor. */
  const ask = async (method: 'GET' | 'DELETE', consentId: string, headers = {}) => {
    const Cookie = `a=b; ${cookie({ consentId })}`;
    const { body, ...rest } = await send(method, { Cookie, ...headers });
    expect(rest).toEqual({ status: 200, isFresh: true });
    return body;
  };
  return { ...site, agree, scroll, send, ask };
}

test('everything stored under the id of the cookie is shown, with ISO times; deleting erases the events, keeps the proof and appends the withdrawal', async () => {
  const { scroll, agree, ask, clock } = await open();
  const id = newId();
  await scroll(JANE, id);
  await agree(JOHN);
  await scroll(JOHN);
  const { textHash, language, revision, source } = grant;
  const proof = { textHash, language, revision, source };
  const times = { occurredAt: iso, receivedAt: iso };
  const event = { id, sessionId: JANE, name: 'scroll', properties: { percent_scrolled: 25 } };
  expect(await ask('GET', JANE.toUpperCase())).toEqual({
    consentId: JANE,
    consents: [{ ...proof, recordedAt: iso, decidedAt: iso, analytics: true, gpc: false }],
    texts: [{ hash: textHash, language, text: {} }],
    events: [{ ...event, ...times, context: PLACE }],
  });

  clock.now += 1000;
  expect(await ask('DELETE', JANE, { 'Sec-GPC': '1' })).toEqual({ erasedEvents: 1 });
  const recordedAt = new Date(NOON + 1000).toISOString();
  expect(await ask('GET', JANE)).toMatchObject({
    consents: [
      { analytics: true, source: 'banner', gpc: false },
      { analytics: false, source: 'my-data', gpc: true, recordedAt },
    ],
    events: [],
  });
  expect((await scroll(JANE)).status).toBe(403);
  expect(await ask('DELETE', JANE)).toEqual({ erasedEvents: 0 });
});

test('without a cookie, with one of nobody here or of different visitors, and from a page of another site nobody is shown or erased', async () => {
  const { scroll, ask, send } = await open();
  await scroll(JANE);
  const nothing = { consents: [], events: [] };
  for (const [consentId, read] of [
    ['none', null],
    [JOHN, JOHN],
  ] as const) {
    expect(await ask('DELETE', consentId)).toEqual({ erasedEvents: 0 });
    expect(await ask('GET', consentId)).toEqual({ consentId: read, ...nothing });
  }
  // An id in the address would get into histories and logs.
  const { body } = await send('GET', {}, `?consentId=${JANE}`);
  expect(body).toEqual({ consentId: null, ...nothing });
  expect((await send('DELETE', {}, `?consentId=${JANE}`)).body).toEqual({ erasedEvents: 0 });
  const foreign = { Cookie: cookie(), Origin: 'https://evil.test' };
  const several = { Cookie: `${cookie({ consentId: JOHN })}; ${cookie()}` };
  for (const method of ['GET', 'DELETE']) {
    const refused = { status: 403, body: { code: 'cross_origin' } };
    expect(await send(method, foreign)).toMatchObject(refused);
    const ambiguous = { status: 409, isFresh: true, body: { code: 'several_visitors' } };
    expect(await send(method, several)).toMatchObject(ambiguous);
  }
  expect((await send('PUT', { Cookie: cookie() })).status).toBe(405);
  expect(await ask('GET', JANE)).toMatchObject({ consents: [{}], events: [{}] });
});
