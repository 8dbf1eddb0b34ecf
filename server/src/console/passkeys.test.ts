import { expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/limits';
import { listen } from '../edge/node/testing/serve-for-test.ts';
import { hashSecret } from '../people/passkeys.ts';
import { type Authenticator, createAuthenticator } from '../people/testing/authenticator.ts';
import { connectTo } from '../testing/programs/raw-client.ts';
import { bearer, openConsole, PEOPLE, signup } from '../testing/sites/console-site.ts';
import { fixtureData } from '../testing/sites/fixture-site.ts';
import { NOON, type TestApp } from '../testing/test-app.ts';
import { openTestStore } from '../testing/test-database.ts';

const SITE = fixtureData.site.url;

interface Answer {
  status: number;
  body: Record<string, never> & { challenge: string; code: string; link: string };
  cookie: string;
}

const tokenOf = (link: string) => link.split('#link=')[1] ?? '';

/** A browser at the console, with its one cookie. */
function openBrowser({ app }: Pick<TestApp, 'app'>) {
  const jar = { cookie: '' };
  const ask = async (route: string, method = 'GET', body?: unknown): Promise<Answer> => {
    const answer = await app.request(`/growth/api/${route}`, {
      method,
      headers: {
        ...(jar.cookie && { Cookie: jar.cookie }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const [set = ''] = (answer.headers.get('Set-Cookie') ?? '').split(';');
    if (set) jar.cookie = set;
    const text = await answer.text();
    return {
      status: answer.status,
      body: text.startsWith('{') ? JSON.parse(text) : text,
      cookie: set,
    };
  };
  const challenge = async () => (await ask('session/challenge', 'POST', {})).body;
  const askByLink = (url: string) => ask('session/challenge', 'POST', { link: tokenOf(url) });
  return {
    jar,
    ask,
    challenge,
    signIn: async (passkey: Authenticator, lies = {}) =>
      ask('session', 'POST', { passkey: passkey.use(await challenge(), lies) }),
    async register(url: string, { passkey = createAuthenticator(SITE), lies = {} } = {}) {
      const { body } = await askByLink(url);
      const made = { link: tokenOf(url), name: 'Laptop', newPasskey: passkey.make(body, lies) };
      return { passkey, made, ...(await ask('session', 'POST', made)) };
    },
    askByLink,
    isOpen: async () => (await ask('problems')).status === 200,
  };
}

const openSite = () => openConsole();
type Site = Awaited<ReturnType<typeof openSite>>;

/** Adds somebody with a passkey, signed in. */
async function join(site: Site, name: string, role = 'owner') {
  const answer = await site.ask('people', 'POST', { body: { name, role } });
  const { link } = (await answer.json()) as { link: string };
  expect(answer.status).toBe(201);
  const browser = openBrowser(site);
  const { passkey, status, body } = await browser.register(link);
  expect(status).toBe(200);
  const { id } = body['person'] as unknown as { id: string };
  return { ...browser, passkey, id, link };
}

test('a link registers one passkey, once and within a day, and the passkey signs in at every process', async () => {
  const site = await openSite();
  const ada = await join(site, 'Ada');
  expect((await ada.ask('session')).body).toMatchObject({
    ...{ signedIn: true, access: 'people', secondsLeft: 7200, passkeys: true },
    person: { id: ada.id, name: 'Ada' },
  });
  const again = await openBrowser(site).askByLink(ada.link);
  expect([again.status, again.body.code]).toEqual([404, 'not_found']);
  const other = await openConsole({ openStore: () => openTestStore(site.database) });
  const elsewhere = openBrowser(other);
  expect((await elsewhere.signIn(ada.passkey)).status).toBe(200);
  expect([await elsewhere.isOpen(), await ada.isOpen()]).toEqual([true, true]);
  await elsewhere.ask('session', 'DELETE');
  expect([await elsewhere.isOpen(), await ada.isOpen()]).toEqual([false, true]);
  const late = await site.ask('people', 'POST', { body: { name: 'Late', role: 'viewer' } });
  const { link } = (await late.json()) as { link: string };
  site.clock.now += 24 * HOUR_MS;
  expect((await openBrowser(site).askByLink(link)).status).toBe(404);
  const people = JSON.stringify(await site.store.readPeople(NOON));
  for (const secret of [tokenOf(link), hashSecret(tokenOf(link))])
    expect(people).not.toContain(secret);
});

test('whoever is asked again is offered their own passkeys, and a stranger is told of none', async () => {
  const site = await openSite();
  const ada = await join(site, 'Ada');
  await join(site, 'Eve');
  expect((await ada.challenge())['allowCredentials']).toMatchObject([{ id: ada.passkey.id }]);
  expect((await openBrowser(site).challenge())['allowCredentials']).toEqual([]);
});

test('a challenge holds for five minutes, also where one was asked for before', async () => {
  const site = await openSite();
  const { passkey } = await join(site, 'Ada');
  const browser = openBrowser(site);
  const ask = () => browser.ask('session/challenge', 'POST', {});
  const first = await ask();
  site.clock.now += 4 * MINUTE_MS;
  const second = await ask();
  expect([second.cookie, second.cookie !== '']).toEqual([first.cookie, true]);
  site.clock.now += 4 * MINUTE_MS;
  const entered = await browser.ask('session', 'POST', { passkey: passkey.use(second.body) });
  expect(entered.status).toBe(200);
});

test('the file of what was done has every page of it', async () => {
  const site = await openSite();
  const by = { personId: null, doneBy: 'command', at: NOON };
  await site.store.recordAct(by, 'export', { signupIds: Array(450).fill(null) });
  const csv = await (await site.ask('acts.csv')).text();
  const ids = csv.split('\r\n').map((row) => Number.parseInt(row, 10));
  const [, latest = 0] = ids;
  expect(ids.slice(1, -1)).toEqual(Array.from({ length: 450 }, (_, index) => latest - index));
});

test('a viewer sees figures, their own passkeys and what they did, and changes nobody else', async () => {
  const site = await openSite();
  const ada = await join(site, 'Ada');
  const eve = await join(site, 'Eve', 'viewer');
  const statuses = async (...asked: [string, string?, unknown?][]) => {
    const found = [];
    for (const one of asked) found.push((await eve.ask(...one)).status);
    return found;
  };
  expect(
    await statuses(
      ['tail'],
      ['people', 'POST', { name: 'Mallory', role: 'owner' }],
      [`people/${eve.id}`, 'POST', { kind: 'change_person', role: 'owner' }],
      [`people/${ada.id}`, 'POST', { kind: 'end_sessions' }],
      [`people/${ada.id}`, 'POST', { kind: 'remove_passkey', passkey: ada.passkey.id }],
      [`people/${ada.id}`, 'POST', { kind: 'reset_person' }],
      [`people/${ada.id}`, 'POST', { kind: 'link_passkey' }],
      [`people/${eve.id}`, 'POST', { kind: 'reset_person' }],
      [`people/${eve.id}`, 'POST', { kind: 'remove_person' }],
    ),
  ).toEqual(Array(9).fill(403));
  const { people } = (await eve.ask('people')).body as unknown as { people: { name: string }[] };
  expect(people.map(({ name }) => name)).toEqual(['Eve']);
  const { acts } = (await eve.ask(`acts?person=${ada.id}`)).body as unknown as {
    acts: { by: string }[];
  };
  expect(acts).toMatchObject([{ by: 'Eve', kind: 'add_passkey', person: 'Eve' }]);
  expect(await ada.isOpen()).toBe(true);
  const out = [`people/${eve.id}`, 'POST', { kind: 'end_sessions' }] as const;
  expect(await statuses([...out], ['problems'])).toEqual([200, 401]);
});

test('what changes about a person ends their sessions at once, at every process', async () => {
  const site = await openSite();
  const other = await openConsole({ openStore: () => openTestStore(site.database) });
  const ada = await join(site, 'Ada');
  const eve = await join(site, 'Eve', 'viewer');
  const own = await eve.ask(`people/${eve.id}`, 'POST', { kind: 'link_passkey' });
  const phone = await openBrowser(other).register(own.body.link);
  expect(phone.status).toBe(200);
  const onPhone = openBrowser(other);
  expect((await onPhone.signIn(phone.passkey)).status).toBe(200);
  const open = async () => [await eve.isOpen(), await onPhone.isOpen()];
  const change = (kind: string, more = {}) =>
    ada.ask(`people/${eve.id}`, 'POST', { kind, ...more });
  expect((await change('remove_passkey', { passkey: phone.passkey.id })).status).toBe(200);
  expect(await open()).toEqual([true, false]);
  expect((await openBrowser(site).signIn(phone.passkey)).status).toBe(400);
  await change('change_person', { role: 'owner' });
  expect(await open()).toEqual([false, false]);
  expect((await eve.signIn(eve.passkey)).body).toMatchObject({ access: 'people' });
  await change('end_sessions');
  expect(await open()).toEqual([false, false]);
  await eve.signIn(eve.passkey);
  const { body } = await change('reset_person');
  expect([await open(), (await eve.signIn(eve.passkey)).status]).toEqual([[false, false], 400]);
  const anew = await eve.register(body.link);
  expect(await eve.isOpen()).toBe(true);
  await change('remove_person');
  expect([await eve.isOpen(), (await eve.signIn(anew.passkey)).status]).toEqual([false, 400]);
  expect(await ada.isOpen()).toBe(true);
});

test('a link for one more passkey is made by its person only, and ends where they are signed out', async () => {
  const site = await openSite();
  const [ada, eve] = [await join(site, 'Ada'), await join(site, 'Eve', 'viewer')];
  const link = { kind: 'link_passkey' };
  // Another person could open it and act in her name, unnoticed.
  const ofEve = `people/${eve.id}`;
  const { status, body } = await ada.ask(ofEve, 'POST', link);
  expect([status, body.code]).toEqual([403, 'only_oneself']);
  expect((await site.ask(ofEve, 'POST', { body: link })).status).toBe(403);
  // Somebody may have made one at a computer that was left unlocked.
  for (const change of [
    { kind: 'end_sessions' },
    { kind: 'remove_passkey', passkey: eve.passkey.id },
  ]) {
    await eve.signIn(eve.passkey);
    const made = await eve.ask(ofEve, 'POST', link);
    expect((await openBrowser(site).askByLink(made.body.link)).status).toBe(200);
    expect((await ada.ask(ofEve, 'POST', change)).status).toBe(200);
    expect((await openBrowser(site).askByLink(made.body.link)).status, change.kind).toBe(404);
  }
});

test('the last owner who can sign in stays; a program may change even that', async () => {
  const site = await openSite();
  const ada = await join(site, 'Ada');
  for (const change of [
    { kind: 'change_person', role: 'viewer' },
    { kind: 'remove_person' },
    { kind: 'reset_person' },
    { kind: 'remove_passkey', passkey: ada.passkey.id },
  ]) {
    const { status, body } = await ada.ask(`people/${ada.id}`, 'POST', change);
    expect([status, body.code], change.kind).toEqual([409, 'last_owner']);
  }
  expect([await ada.isOpen(), (await site.store.readPeople(NOON)).length]).toEqual([true, 1]);
  const byProgram = await site.ask(`people/${ada.id}`, 'POST', { body: { kind: 'remove_person' } });
  expect([byProgram.status, await site.store.readPeople(NOON)]).toEqual([200, []]);
});

test('who is put out while a body is on its way does nothing by it', async () => {
  const site = await openSite();
  const [ada, eve] = [await join(site, 'Ada'), await join(site, 'Eve')];
  const { url } = await listen((request, exchange) => site.app.fetch(request, exchange));
  const body = JSON.stringify({ name: 'Mallory', role: 'owner' });
  const late = connectTo(url);
  late.socket.write(
    [
      ...['POST /growth/api/people HTTP/1.1', `Host: ${new URL(url).host}`, 'Expect: 100-continue'],
      ...[`Cookie: ${eve.jar.cookie}`, `Content-Length: ${body.length}`, '', ''],
    ].join('\r\n') + body.slice(0, 9),
  );
  await vi.waitFor(() => expect(late.received).toContain('100 Continue'));
  await ada.ask(`people/${eve.id}`, 'POST', { kind: 'remove_person' });
  late.socket.write(body.slice(9));
  await vi.waitFor(() => expect(late.received).toContain('401 Unauthorized'));
  expect((await site.store.readPeople(NOON)).map(({ name }) => name)).toEqual(['Ada']);
});

test('a session lasts two hours, of a token and of a person, also while it is used', async () => {
  const site = await openSite();
  const [ada, browser] = [await join(site, 'Ada'), openBrowser(site)];
  await browser.ask('session', 'POST', { token: PEOPLE });
  const open = async () => [await browser.isOpen(), await ada.isOpen()];
  for (const minutes of [60, 59]) {
    site.clock.now += minutes * MINUTE_MS;
    expect(await open()).toEqual([true, true]);
  }
  site.clock.now += MINUTE_MS;
  expect(await open()).toEqual([false, false]);
});

test('a name is one that nobody takes for another, or for a program', async () => {
  const site = await openSite();
  const add = async (name: string) =>
    (await site.ask('people', 'POST', { body: { name, role: 'owner' } })).status;
  const names = [
    'Zoë',
    'Zoe\u0308',
    'ZOË',
    '\uff21da',
    'ADA',
    'A\u200bda',
    '\u202eadA',
    'Ada\ufe0f',
    'Ada\u3164',
    'A\u034fda',
    'Ada\u2800',
    'A  da',
    'token\ufe0f',
    'Token',
    'command',
  ];
  const statuses = [];
  for (const name of names) statuses.push(await add(name));
  expect(statuses).toEqual([201, 409, 409, 201, 409, ...Array(10).fill(400)]);
  expect((await site.store.readPeople(NOON)).map(({ name }) => name)).toEqual(['Zoë', 'Ada']);
});

test('what cannot be taken back asks for the passkey again after a quarter of an hour, of the same person, and never a token', async () => {
  const site = await openSite();
  const ada = await join(site, 'Ada');
  const eve = await join(site, 'Eve');
  const row = signup('jane@example.org');
  await site.store.insertSignup(row);
  const acts: [string, string?, unknown?][] = [
    ['signups.csv'],
    [`signups/${row.id}`, 'DELETE'],
    ['people', 'POST', { name: 'New', role: 'viewer' }],
    [`people/${eve.id}`, 'POST', { kind: 'remove_person' }],
    ['list/secret'],
    [`list/mailings/${row.id}/send`, 'POST', { people: 1 }],
    [`list/mailings/${row.id}/resume`, 'POST'],
    ['list/invitations', 'POST', { ids: [row.id] }],
    [
      'list/decisions',
      'POST',
      { ids: [row.id], decision: 'declined', seen: 'waiting', tell: true },
    ],
    [`people/${ada.id}`, 'POST', { kind: 'link_passkey' }],
  ];
  site.clock.now += 15 * MINUTE_MS;
  for (const act of acts) {
    const { status, body } = await ada.ask(...act);
    expect([status, body.code], act[0]).toEqual([403, 'passkey_needed']);
  }
  expect((await site.store.readPeople(NOON)).length).toBe(2);
  const out = await ada.ask(`people/${eve.id}`, 'POST', { kind: 'end_sessions' });
  expect([out.status, await eve.isOpen()]).toEqual([200, false]);
  const before = ada.jar.cookie;
  expect((await ada.signIn(eve.passkey)).status).toBe(400);
  expect((await ada.signIn(ada.passkey)).status).toBe(200);
  const stolen = openBrowser(site);
  stolen.jar.cookie = before;
  expect(await stolen.isOpen()).toBe(false);
  expect((await ada.ask(`signups/${row.id}`, 'DELETE')).status).toBe(200);
  expect((await site.ask('signups.csv')).status).toBe(200);
});

test('GROWTH_TOKEN_SIGN_IN=off ends sessions of tokens, and leaves them to programs', async () => {
  const site = await openSite();
  const browser = openBrowser(site);
  expect((await browser.ask('session', 'POST', { token: PEOPLE })).status).toBe(200);
  const config = { growthTokenSignIn: false };
  const later = await openConsole({ openStore: () => openTestStore(site.database), config });
  const { cookie } = browser.jar;
  const after = openBrowser(later);
  after.jar.cookie = cookie;
  expect([await browser.isOpen(), await after.isOpen()]).toEqual([true, false]);
  const refused = await after.ask('session', 'POST', { token: PEOPLE });
  expect([refused.status, refused.body.code]).toEqual([403, 'token_sign_in_off']);
  expect((await later.app.request('/growth/api/notes', { headers: bearer(PEOPLE) })).status).toBe(
    200,
  );
});

test('whatever is wrong with an answer of an authenticator, it is refused with 400, and says nothing', async () => {
  const site = await openSite();
  const [ada, eve] = [await join(site, 'Ada'), await join(site, 'Eve')];
  const own = await ada.ask(`people/${ada.id}`, 'POST', { kind: 'link_passkey' });
  const { link } = own.body;
  const [unknown, huge] = [createAuthenticator(SITE), 'A'.repeat(3100)];
  const use = async (lies = {}, passkey = ada.passkey, browser = openBrowser(site)) =>
    [browser, passkey.use(await browser.challenge(), lies)] as const;
  type Used = Awaited<ReturnType<typeof use>>[1];
  const changed = async (change: (passkey: Used) => object) => {
    const [browser, passkey] = await use();
    return [browser, change(passkey)] as const;
  };
  const inResponse = (part: object) =>
    changed((passkey) => ({ ...passkey, response: { ...passkey.response, ...part } }));
  const replayed = await use();
  expect((await replayed[0].ask('session', 'POST', { passkey: replayed[1] })).status).toBe(200);
  const late = await use();
  site.clock.now += 5 * MINUTE_MS;
  const [, ofAnother] = await use();
  const [, forSignIn] = await use();
  const cases: Record<string, readonly [ReturnType<typeof openBrowser>, object]> = {
    'another origin': await use({ origin: 'https://evil.test' }),
    'another port': await use({ origin: `${SITE}:8443` }),
    'another relying party': await use({ rpId: 'evil.test' }),
    'another type': await use({ type: 'webauthn.create' }),
    'no user verification': await use({ flags: 0b001 }),
    'nobody present': await use({ flags: 0b100 }),
    'a replay': replayed,
    'a challenge of five minutes ago': late,
    'a challenge for another browser': [openBrowser(site), ofAnother],
    'a challenge of its own': [openBrowser(site), ada.passkey.use({ challenge: 'AAAA' })],
    'a challenge for a registration': [ada, ada.passkey.use((await ada.askByLink(link)).body)],
    'a passkey of nobody': await use({}, unknown),
    "another person's passkey under this name": await changed((passkey) => ({
      ...passkey,
      ...{ id: eve.passkey.id, rawId: eve.passkey.id },
    })),
    'another person while signed in': await use({}, eve.passkey, ada),
    'another signature': await inResponse({ signature: Buffer.alloc(70).toString('base64url') }),
    'no signature': await inResponse({ signature: '' }),
    'short data': await inResponse({ authenticatorData: 'AAAA' }),
    'no JSON': await inResponse({ clientDataJSON: 'AAAA' }),
    'a list': await inResponse({ clientDataJSON: [forSignIn] }),
    'huge fields': await inResponse({ clientDataJSON: huge }),
    'a huge id': await changed((passkey) => ({ ...passkey, id: 'A'.repeat(1500) })),
    'another raw id': await changed((passkey) => ({ ...passkey, rawId: eve.passkey.id })),
    'no object': [openBrowser(site), []],
  };
  const codes = new Set<string>();
  for (const [what, [browser, passkey]] of Object.entries(cases)) {
    const { status, body } = await browser.ask('session', 'POST', { passkey });
    expect(status, what).toBe(400);
    codes.add(body.code);
  }
  expect([...codes].sort()).toEqual(['invalid_request', 'passkey_refused']);
  expect((await openBrowser(site).signIn(ada.passkey)).status).toBe(200);
});

test('whatever is wrong with a new passkey, it is refused with 400, and the link stays', async () => {
  const site = await openSite();
  const eve = await join(site, 'Eve');
  const answer = await site.ask('people', 'POST', { body: { name: 'Ada', role: 'owner' } });
  const { link } = (await answer.json()) as { link: string };
  const browser = openBrowser(site);
  for (const lies of [
    { origin: 'https://evil.test' },
    { rpId: 'evil.test' },
    { type: 'webauthn.get' },
    { flags: 0b001 },
  ])
    expect((await browser.register(link, { lies })).status, JSON.stringify(lies)).toBe(400);
  // Somebody else's credential must not become one's own.
  expect((await browser.register(link, { passkey: eve.passkey })).status).toBe(400);
  const token = { link: tokenOf(link), name: 'x' };
  const signIn = createAuthenticator(SITE).make(await browser.challenge());
  for (const newPasskey of [
    signIn,
    createAuthenticator(SITE).use({ challenge: 'AAAA' }),
    { ...signIn, response: { ...signIn.response, attestationObject: 'oA' } },
    { ...signIn, response: { ...signIn.response, attestationObject: 'A'.repeat(12_001) } },
  ])
    expect((await browser.ask('session', 'POST', { ...token, newPasskey })).status).toBe(400);
  const { made, status } = await browser.register(link);
  expect(status).toBe(200);
  expect((await browser.ask('session', 'POST', made)).status).toBe(400);
});

test('a counter that goes back is refused, recorded and alerted; one that stays 0 is none', async () => {
  const site = await openSite();
  const ada = await join(site, 'Ada');
  const browser = openBrowser(site);
  expect((await browser.signIn(ada.passkey, { counter: 7 })).status).toBe(200);
  const statuses = [];
  for (const counter of [7, 3, 0, 8])
    statuses.push((await openBrowser(site).signIn(ada.passkey, { counter })).status);
  expect(statuses).toEqual([400, 400, 400, 200]);
  const acts = await site.store.readActs({ person: ada.id, before: 1e9, limit: 9 });
  expect(acts.filter(({ kind }) => kind === 'copied_passkey')).toHaveLength(3);
  expect(await site.store.readMark('copied_passkey')).toMatchObject({ at: NOON });
  const { link } = (await (
    await site.ask('people', 'POST', { body: { name: 'Eve', role: 'owner' } })
  ).json()) as { link: string };
  const passkey = createAuthenticator(SITE);
  await openBrowser(site).register(link, { passkey, lies: { counter: 0 } });
  for (const _ of [1, 2])
    expect((await openBrowser(site).signIn(passkey, { counter: 0 })).status).toBe(200);
  // So only the challenge tells that it was used before.
  const [twice, other] = [openBrowser(site), openBrowser(site)];
  const used = { passkey: passkey.use(await twice.challenge(), { counter: 0 }) };
  other.jar.cookie = twice.jar.cookie;
  expect((await twice.ask('session', 'POST', used)).status).toBe(200);
  expect((await other.ask('session', 'POST', used)).status).toBe(400);
});

test('at an address for which browsers make no passkeys, that is said', async () => {
  const site = await openConsole({ siteUrl: 'http://192.0.2.7:3000' });
  const answer = await site.ask('people', 'POST', { body: { name: 'Ada', role: 'owner' } });
  expect([answer.status, await answer.json()]).toEqual([
    409,
    {
      code: 'no_passkeys',
      message:
        'Browsers make passkeys only for https and a name, or http://localhost, and SITE_URL is http://192.0.2.7:3000.',
    },
  ]);
  expect((await openBrowser(site).ask('session/challenge', 'POST', {})).status).toBe(409);
  const reset = { body: { kind: 'reset_person' } };
  expect((await site.ask('people/somebody', 'POST', reset)).status).toBe(409);
});

test('tokens that are guessed lock nobody out who has a passkey', async () => {
  const site = await openConsole({ config: { rateLimits: true } });
  const ada = await join(site, 'Ada');
  const thief = openBrowser(site);
  const guess = async (at: number) =>
    (await thief.ask('session', 'POST', { token: `wrong ${at}` })).status;
  const statuses = [];
  for (let at = 0; at < 11; at++) statuses.push(await guess(at));
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  expect((await ada.signIn(ada.passkey)).status).toBe(200);
});
