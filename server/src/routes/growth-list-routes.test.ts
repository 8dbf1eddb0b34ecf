import { expect, test } from 'vitest';
import { signupsReportSchema } from '#shared/growth';
import { newId, newRequest, signup } from '../store/testing/store-contract-data.ts';
import { createAskingMail } from '../testing/sites/asking-mail.ts';
import { FIGURES, openConsole, PEOPLE } from '../testing/sites/console-site.ts';
import { NOON } from '../testing/test-app.ts';

async function open({ hasMail = true } = {}) {
  const { mail } = createAskingMail({ now: NOON });
  const site = await openConsole({ ...(hasMail && { mail }) });
  const ask = async (method: string, path: string, body?: unknown, token = PEOPLE) => {
    const answer = await site.ask(path, method, { body, token });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const join = async (email: string, over = {}) => {
    const one = signup({ email, signupType: 'beta', useCase: 'Films', ...over });
    const request = newRequest();
    await site.store.insertSignup(one, request);
    await site.store.confirmSignup(request.token, NOON);
    return one.id;
  };
  return { ...site, ask, join };
}

const content = {
  audience: { types: ['beta', 'notifyme'], states: ['waiting', 'accepted'], languages: [] },
  words: { en: { subject: 'It is here', text: 'Hello {name}', link: null } },
};

test('an application is decided and shown with its decision; the filter finds it; a viewer reads groups of five', async () => {
  const { ask, join } = await open();
  const ids = [await join('a@a.org'), await join('b@b.org')];
  const decision = { ids: ids.slice(0, 1), decision: 'accepted', by: 'Ada', note: 'good films' };
  expect(await ask('POST', 'list/decisions', decision)).toEqual({
    status: 200,
    body: { changed: 1, told: 0, missing: 0, others: [], queued: 0 },
  });
  const { signups, total } = signupsReportSchema.parse(
    (await ask('GET', 'signups?state=accepted')).body,
  );
  expect([total, signups[0]]).toMatchObject([
    1,
    { decision: 'accepted', decidedBy: 'Ada', note: 'good films', toldAt: null, code: null },
  ]);
  expect((await ask('GET', 'signups?state=waiting')).body).toMatchObject({ total: 1 });
  for (const name of ['c', 'd', 'e', 'f']) await join(`${name}@${name}.org`);
  const stages = { applied: 6, confirmed: 6, accepted: 1 };
  expect((await ask('GET', 'list/stages')).body).toMatchObject(stages);
  expect((await ask('GET', 'list/stages', undefined, FIGURES)).body).toMatchObject({
    ...{ applied: 5, confirmed: 5, accepted: 0, times: null },
  });
  for (const name of ['g', 'h', 'i', 'j']) await join(`${name}@${name}.org`);
  // The moment at which it rises would be that of one person.
  const seen = await ask('GET', 'list/stages', undefined, FIGURES);
  expect(seen.body).toMatchObject({ applied: 5 });
  for (const path of ['list/decisions', 'list/invitations', 'list/mailings', 'list/audience']) {
    expect((await ask('POST', path, decision, FIGURES)).status).toBe(403);
  }
});

test('invitations go to those named or to the next ones, and are withdrawn', async () => {
  const { ask, join } = await open();
  const ids = [await join('a@a.org'), await join('b@b.org'), await join('c@c.org')];
  await ask('POST', 'list/decisions', { ids, decision: 'accepted' });
  expect((await ask('POST', 'list/invitations', { ids: ids.slice(1, 2) })).body).toEqual({
    ...{ queued: 1, refused: 0 },
  });
  expect((await ask('POST', 'list/invitations', { next: 50 })).body).toEqual({
    ...{ queued: 2, refused: 0 },
  });
  expect((await ask('POST', 'list/invitations/withdraw', { ids })).body).toEqual({ withdrawn: 3 });
  expect((await ask('POST', 'list/invitations', { next: 0 })).status).toBe(400);
});

test('a mailing is written, counted, previewed, tested, sent by its number, paused and stopped', async () => {
  const { ask, join } = await open();
  await join('a@a.org');
  await join('b@b.org', { signupType: 'notifyme' });
  const created = await ask('POST', 'list/mailings', content);
  expect(created.status).toBe(201);
  const at = `list/mailings/${created.body['id']}`;
  const german = {
    ...content,
    words: { ...content.words, de: { subject: 'Da', text: 'Hallo', link: null } },
  };
  expect((await ask('PUT', at, german)).status).toBe(200);
  expect((await ask('POST', 'list/audience', content.audience)).body).toMatchObject({ people: 2 });
  const preview = (language: string) => ask('GET', `${at}/preview?language=${language}`);
  expect((await preview('de')).body).toMatchObject({ subject: 'Da' });
  expect((await preview('ja')).body).toMatchObject({ language: 'en' });
  const test = (address: string) => ask('POST', `${at}/test`, { address, language: 'en' });
  expect((await test('me@example.org')).body).toEqual({ sent: true });
  expect((await test('nobody')).status).toBe(400);
  expect(await ask('POST', `${at}/send`, { people: 3 })).toMatchObject({
    status: 409,
    body: { code: 'other_number' },
  });
  expect((await ask('POST', `${at}/send`, { people: 2 })).body).toEqual({ started: true });
  expect((await ask('POST', `${at}/send`, { people: 2 })).status).toBe(409);
  expect((await ask('PUT', at, german)).status).toBe(409);
  expect((await ask('GET', at)).body).toMatchObject({
    ...{
      state: 'sending',
      people: 2,
      perHour: 100,
      recipients: { waiting: 2 },
      putOff: null,
      troubled: [],
    },
  });
  expect((await ask('POST', `${at}/pause`)).status).toBe(200);
  expect((await ask('POST', `${at}/pause`)).body).toMatchObject({ code: 'wrong_state' });
  expect((await ask('POST', `${at}/resume`)).status).toBe(200);
  expect((await ask('POST', `${at}/again`, { ids: [newId()] })).body).toEqual({ again: 0 });
  expect((await ask('POST', `${at}/stop`)).status).toBe(200);
  expect((await ask('DELETE', at)).status).toBe(409);
  for (const [method, end, body] of [
    ['GET', '', undefined],
    ['DELETE', '', undefined],
    ['POST', '/send', { people: 1 }],
    ['POST', '/pause', undefined],
    ['POST', '/again', { ids: [newId()] }],
  ] as const) {
    const asked = await ask(method, `list/mailings/${newId()}${end}`, body);
    expect([end, asked.status]).toEqual([end, 404]);
  }
  expect((await ask('GET', 'list/mailings')).body['mailings']).toHaveLength(1);
});

test.each([
  ['without English words', { ...content, words: { de: content.words.en } }],
  [
    'with a header in its subject',
    { ...content, words: { en: { ...content.words.en, subject: 'a\r\nBcc: b@b.org' } } },
  ],
  [
    'with a link that runs code',
    {
      ...content,
      words: { en: { ...content.words.en, link: { label: 'x', url: 'javascript:alert(1)' } } },
    },
  ],
  ['for nobody', { ...content, audience: { ...content.audience, types: [] } }],
])('a mailing %s is refused', async (_, body) => {
  const { ask } = await open();
  expect((await ask('POST', 'list/mailings', body)).status).toBe(400);
});

test('without mail, decisions work and nothing is sent', async () => {
  const { ask, join } = await open({ hasMail: false });
  const id = await join('a@a.org');
  expect((await ask('POST', 'list/decisions', { ids: [id], decision: 'declined' })).status).toBe(
    200,
  );
  const refused = { status: 409, body: { code: 'no_mail' } };
  expect(
    await ask('POST', 'list/decisions', { ids: [id], decision: 'declined', tell: true }),
  ).toMatchObject(refused);
  expect(await ask('POST', 'list/invitations', { ids: [id] })).toMatchObject(refused);
  const { body } = await ask('POST', 'list/mailings', content);
  expect(await ask('POST', `list/mailings/${body['id']}/send`, { people: 1 })).toMatchObject(
    refused,
  );
});
