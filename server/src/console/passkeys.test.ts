import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/limits';
import { hashSecret } from '../people/passkeys.ts';
import { createAuthenticator } from '../people/testing/authenticator.ts';
import { join, openBrowser, SITE, tokenOf } from '../people/testing/console-browser.ts';
import { bearer, openConsole, PEOPLE } from '../testing/sites/console-site.ts';
import { NOON } from '../testing/test-app.ts';
import { openTestStore } from '../testing/test-database.ts';

test('a link registers one passkey, once and within a day, and the passkey signs in at every process', async () => {
  const site = await openConsole();
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
  const site = await openConsole();
  const ada = await join(site, 'Ada');
  await join(site, 'Eve');
  expect((await ada.challenge())['allowCredentials']).toMatchObject([{ id: ada.passkey.id }]);
  expect((await openBrowser(site).challenge())['allowCredentials']).toEqual([]);
});

test('a challenge holds for five minutes, also where one was asked for before', async () => {
  const site = await openConsole();
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

test('a session lasts two hours, of a token and of a person, also while it is used', async () => {
  const site = await openConsole();
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

test('GROWTH_TOKEN_SIGN_IN=off ends sessions of tokens, and leaves them to programs', async () => {
  const site = await openConsole();
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
  const site = await openConsole();
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
  const site = await openConsole();
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
  const site = await openConsole();
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
        'SITE_URL is now http://192.0.2.7:3000; passkeys need a domain with https, or http://localhost.',
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
