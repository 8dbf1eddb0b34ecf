import { expect, test } from 'vitest';
import { signupsReportSchema } from '#shared/growth';
import { HOUR_MS } from '#shared/limits';
import { mailingSchema } from '#shared/list';
import { agreed, newId, signup } from '../store/testing/store-contract-data.ts';
import { FIGURES, openConsole, PEOPLE } from '../testing/sites/console-site.ts';
import { openSendingSite } from '../testing/sites/sending-site.ts';
import { NOON } from '../testing/test-app.ts';
import { handAndSettle, later, refused } from './testing/store-contract-list.ts';

async function open({ hasMail = true } = {}) {
  const { mail, mailbox } = await openSendingSite();
  const site = await openConsole({ ...(hasMail && { mail }) });
  const ask = async (method: string, path: string, body?: unknown, token = PEOPLE) => {
    const answer = await site.ask(path, method, { body, token });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const join = async (email: string, over = {}) => {
    const own = { signupType: 'beta' as const, useCase: 'Films', confirmedAt: NOON, ...over };
    const one = signup({ email, ...own });
    await site.store.insertSignup({ ...one, launch: agreed(one.signupType) });
    return one.id;
  };
  const read = async (path: string) => (await site.ask(path)).text();
  return { ...site, mailbox, ask, read, join };
}

const content = {
  audience: { types: ['beta', 'notifyme'], states: ['waiting', 'accepted'], languages: [] },
  words: { en: { subject: 'It is here', text: 'Hello {name}', link: null } },
};

test('an application is decided and shown with its decision; the filter finds it; a viewer is refused', async () => {
  const { ask, join } = await open();
  const [id] = [await join('a@a.org'), await join('b@b.org')];
  const decision = {
    ids: [id],
    decision: 'accepted',
    seen: 'waiting',
    by: 'Ada',
    note: 'good films',
  };
  expect(await ask('POST', 'list/decisions', decision)).toEqual({
    status: 200,
    body: { changed: 1, told: [], missing: 0, others: [], queued: 0 },
  });
  const other = { ids: [id], decision: 'declined' };
  expect((await ask('POST', 'list/decisions', other)).body['issues']).toMatchObject([
    { path: 'seen' },
  ]);
  expect((await ask('POST', 'list/decisions', { ...other, seen: 'waiting' })).body).toMatchObject({
    ...{ changed: 0, others: [{ id, state: 'accepted', by: 'Ada' }] },
  });
  const found = signupsReportSchema.parse((await ask('GET', 'signups?state=accepted')).body);
  expect(found).toMatchObject({
    total: 1,
    signups: [{ decision: 'accepted', decidedBy: 'Ada', note: 'good films', toldAt: null }],
  });
  expect((await ask('GET', 'signups?state=waiting')).body).toMatchObject({ total: 1 });
  const stages = await ask('GET', 'list/stages');
  expect(stages.body).toMatchObject({ applied: 2, confirmed: 2, accepted: 1 });
  expect((await ask('GET', 'list/stages', undefined, FIGURES)).status).toBe(403);
  for (const path of ['decisions', 'invitations', 'mailings', 'audience'])
    expect((await ask('POST', `list/${path}`, decision, FIGURES)).status).toBe(403);
  expect((await ask('GET', 'list/secret', undefined, FIGURES)).status).toBe(403);
  const { body } = await ask('GET', 'list/secret');
  expect(body).toEqual({ secret: expect.stringMatching(/^[\w-]{43}$/) });
});

test('invitations go to those named or to the next ones, and are withdrawn', async () => {
  const { ask, join } = await open();
  const ids = [await join('a@a.org'), await join('b@b.org'), await join('c@c.org')];
  await ask('POST', 'list/decisions', { ids, decision: 'accepted', seen: 'waiting' });
  const invite = async (body: object) => (await ask('POST', 'list/invitations', body)).body;
  expect(await invite({ ids: ids.slice(1, 2) })).toEqual({ queued: 1, refused: 0 });
  expect(await invite({ next: 50 })).toEqual({ queued: 2, refused: 0 });
  expect((await ask('POST', 'list/invitations/withdraw', { ids })).body).toEqual({ withdrawn: 3 });
  expect(await invite({ next: 0 })).toMatchObject({ code: 'invalid_request' });
});

test('a mailing is refused for nobody or with hostile words; it is written, counted, previewed, tested, sent by its number, paused and stopped', async () => {
  const { ask, read, join, mailbox, store } = await open();
  await join('a@a.org');
  await join('b@b.org', { signupType: 'notifyme' });
  const { en } = content.words;
  for (const change of [
    // Words that add a header, or run code.
    { words: { en: { ...en, subject: 'a\r\nBcc: b@b.org' } } },
    { words: { en: { ...en, link: { label: 'x', url: 'javascript:alert(1)' } } } },
    { words: { en: { ...en, link: { label: 'x', url: 'https://a.example/x y' } } } },
    { words: { en: { ...en, link: { label: 'x', url: 'https://a.example/\u0000' } } } },
    { audience: { ...content.audience, types: [] } },
  ])
    expect((await ask('POST', 'list/mailings', { ...content, ...change })).status).toBe(400);
  const misspelt = { en, de: { subject: 'Hallo {Name}', text: '*|CODE|*', link: null } };
  const answer = await ask('POST', 'list/mailings', { ...content, words: misspelt });
  expect(answer.body['issues']).toMatchObject([
    { path: 'words.de.subject', message: expect.stringContaining('The subject has {Name}') },
    { path: 'words.de.text', message: expect.stringContaining('The text has *|CODE|*') },
  ]);
  const created = await ask('POST', 'list/mailings', content);
  expect(created.status).toBe(201);
  const de = { subject: 'Da', text: 'Hallo', link: null };
  const german = { ...content, words: { ...content.words, de } };
  const id = String(created.body['id']);
  const answerTo = (method: string, end: string, body?: unknown, of = id) =>
    ask(method, `list/mailings/${of}${end}`, body);
  const seen = created.body['version'];
  expect((await answerTo('PUT', '', german)).body['issues']).toMatchObject([{ path: 'seen' }]);
  const put = await answerTo('PUT', '', { ...german, seen });
  expect(put.body).toEqual({ id, version: expect.not.stringMatching(String(seen)) });
  const changed = {
    status: 409,
    body: { code: 'changed', mailing: { id, ...german, version: put.body['version'] } },
  };
  expect(await answerTo('PUT', '', { ...content, seen })).toMatchObject(changed);
  expect(await answerTo('DELETE', `?seen=${seen}`)).toMatchObject(changed);
  expect(await answerTo('POST', '/send', { people: 2, seen })).toMatchObject(changed);
  expect((await answerTo('DELETE', '')).body['issues']).toMatchObject([{ path: 'seen' }]);
  const { id: unwanted, version } = (await ask('POST', 'list/mailings', content)).body;
  const gone = await answerTo('DELETE', `?seen=${version}`, undefined, String(unwanted));
  expect(gone.body).toEqual({ deleted: true });
  for (const end of ['/preview', '/preview.html'])
    expect((await answerTo('GET', `${end}?language=xx`)).body['issues']).toMatchObject([
      { path: 'language' },
    ]);
  expect((await answerTo('GET', '/preview?name=Ann')).body['issues']).toHaveLength(1);
  expect((await ask('POST', 'list/audience', content.audience)).body).toMatchObject({ people: 2 });
  const preview = async (language: string) =>
    (await answerTo('GET', `/preview?language=${language}`)).body;
  expect(await preview('de')).toMatchObject({ language: 'de', subject: 'Da' });
  const english = {
    ...{
      language: 'en',
      subject: 'It is here',
      text: expect.stringContaining('Hello Jane Example'),
    },
    withoutName: { subject: 'It is here', text: expect.stringContaining('for : Hello https') },
  };
  expect(await preview('ja')).toMatchObject(english);
  const html = (query: string) => read(`list/mailings/${id}/preview.html${query}`);
  expect(await html('?name=')).toContain('Hello https');
  expect(await html('?name=Ada')).toContain('Hello Ada https');
  const test = (address: string) => answerTo('POST', '/test', { address, language: 'en' });
  expect((await test('me@example.org')).body).toEqual({ sent: true });
  expect(mailbox).toMatchObject([{ to: 'me@example.org' }]);
  expect((await test('nobody')).status).toBe(400);
  const toMe = { address: 'me@example.org', language: 'en' };
  expect((await answerTo('POST', '/test', toMe, newId())).status).toBe(404);
  const send = (people: number) => answerTo('POST', '/send', { people });
  expect((await answerTo('POST', '/again', { ids: [newId()] })).body).toMatchObject({
    code: 'wrong_state',
  });
  expect(await send(3)).toMatchObject({ status: 409, body: { code: 'other_number' } });
  const promising = { ...german, words: { en: { ...en, text: 'Use {code}' } } };
  const promised = await answerTo('PUT', '', { ...promising, seen: put.body['version'] });
  expect((await send(2)).body).toMatchObject({
    ...{ code: 'wrong_words', message: expect.stringContaining('accepted applicants') },
  });
  await answerTo('PUT', '', { ...german, seen: promised.body['version'] });
  expect((await send(2)).body).toEqual({ started: true });
  expect((await send(2)).status).toBe(409);
  expect((await answerTo('PUT', '', { ...german, seen })).body['code']).toBe('wrong_state');
  expect((await answerTo('GET', '')).body).toMatchObject({
    ...{ state: 'sending', people: 2, perHour: 125, recipients: { waiting: 2 } },
    ...{ putOff: null, troubled: [] },
  });
  expect((await answerTo('POST', '/halt')).body).toMatchObject({
    ...{ code: 'not_found', message: expect.stringContaining('expected pause, resume, stop') },
  });
  expect((await answerTo('POST', '/pause')).status).toBe(200);
  expect((await answerTo('POST', '/pause')).body).toMatchObject({ code: 'wrong_state' });
  expect((await answerTo('POST', '/resume')).status).toBe(200);
  await handAndSettle(store, refused());
  await handAndSettle(store, later(NOON + HOUR_MS));
  const until = new Date(NOON + HOUR_MS).toISOString();
  expect((await answerTo('GET', '')).body).toMatchObject({
    putOff: { people: 1, until, reason: '451 later' },
    troubled: [{ state: 'refused', attemptedAt: new Date(NOON).toISOString() }],
  });
  expect((await answerTo('POST', '/again', { ids: [newId()] })).body).toEqual({
    ...{ again: 0, tooRecent: 0, hadAnother: 0, notTroubled: 1 },
    reason: 'not sent again: 1 neither in doubt nor refused in this mailing',
  });
  expect((await answerTo('POST', '/stop')).status).toBe(200);
  expect((await answerTo('DELETE', `?seen=${seen}`)).body['code']).toBe('wrong_state');
  for (const [method, end, body] of [
    ['GET', ''],
    ['PUT', '', { ...german, seen }],
    ['DELETE', `?seen=${seen}`],
    ['POST', '/send', { people: 1 }],
    ['POST', '/pause'],
    ['POST', '/again', { ids: [newId()] }],
  ] as const)
    expect((await answerTo(method, end, body, newId())).status, end).toBe(404);
  expect((await ask('GET', 'list/mailings')).body['mailings']).toHaveLength(1);
});

test('a draft that is older than the rule of placeholders is neither tested nor sent', async () => {
  const { ask, join, store, mailbox } = await open();
  await join('a@a.org');
  const words = { en: { ...content.words.en, text: 'Hello %name%' } };
  const id = newId();
  const audience = mailingSchema.shape.audience.parse(content.audience);
  await store.insertDraft({ id, content: { audience, words }, at: NOON });
  for (const [end, body] of [
    ['test', { address: 'me@example.org', language: 'en' }],
    ['send', { people: 1 }],
  ] as const)
    expect(await ask('POST', `list/mailings/${id}/${end}`, body)).toMatchObject({
      status: 409,
      body: { code: 'wrong_words', message: expect.stringContaining('The text has %name%') },
    });
  expect(mailbox).toEqual([]);
});

test('without mail, decisions work and nothing is sent', async () => {
  const { ask, join } = await open({ hasMail: false });
  const ids = [await join('a@a.org')];
  const decline = (more: object) =>
    ask('POST', 'list/decisions', { ids, decision: 'declined', seen: 'waiting', ...more });
  const { body } = await ask('POST', 'list/mailings', content);
  expect((await decline({})).status).toBe(200);
  for (const refused of [
    await decline({ tell: true }),
    await ask('POST', 'list/invitations', { ids }),
    await ask('POST', `list/mailings/${body['id']}/send`, { people: 1 }),
  ])
    expect(refused).toMatchObject({ status: 409, body: { code: 'no_mail' } });
  expect((await ask('GET', 'list/invitations')).status).toBe(405);
  const preview = await ask('GET', `list/mailings/${body['id']}/preview`);
  expect(preview).toMatchObject({ status: 200, body: { subject: expect.any(String) } });
});
