import { expect, test } from 'vitest';
import type { TailReport } from '#shared/growth';
import { recordAll } from '../store/testing/store-contract-events.ts';
import { bearer, FIGURES, MARCH_14, PEOPLE, seen, signup } from '../testing/sites/console-site.ts';
import { createTestApp, NOON, type TestApp } from '../testing/test-app.ts';
import { openTestStore, rowsOf } from '../testing/test-database.ts';

const config = { growthToken: PEOPLE, growthViewerToken: FIGURES };
const FIGURE_ROUTES = [
  'funnel',
  `figures?${MARCH_14}`,
  `traffic?${MARCH_14}`,
  'delivery',
  'tail',
  'session',
];

const open = (change = {}) => createTestApp({ config: { ...config, ...change } });

async function signIn({ app }: TestApp, token: string) {
  const answer = await app.request('/growth/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const [cookie = ''] = (answer.headers.get('Set-Cookie') ?? '').split(';');
  return { answer, headers: { Cookie: cookie } };
}

async function ask({ app }: TestApp, route: string, headers: object, method = 'GET') {
  const init = { method, headers: { ...headers } };
  const answer = await app.request(`/growth/api/${route}`, init);
  const text = await answer.text();
  const isJson = answer.headers.get('Content-Type')?.startsWith('application/json');
  return {
    status: answer.status,
    headers: answer.headers,
    body: isJson && text ? JSON.parse(text) : text,
  };
}

test.each([
  [PEOPLE, 'people'],
  [FIGURES, 'figures'],
])('%s signs in for %s, as a cookie and as a bearer token', async (token, access) => {
  const site = await open();
  const { answer, headers } = await signIn(site, token);
  const state = { signedIn: true, access, secondsLeft: 7200 };
  expect(await answer.json()).toEqual(state);
  expect((await ask(site, 'session', headers)).body).toEqual(state);
  expect((await ask(site, 'session', bearer(token))).body).toEqual({ ...state, secondsLeft: null });
  for (const route of FIGURE_ROUTES)
    for (const sent of [headers, bearer(token)])
      expect((await ask(site, route, sent)).status, route).toBe(200);
});

test('a viewer is refused whatever is about people, and nothing is erased', async () => {
  const site = await open();
  const jane = signup('jane@a.test', { useCase: 'my talks' });
  await site.store.insertSignup(jane);
  const { headers } = await signIn(site, FIGURES);
  for (const sent of [headers, bearer(FIGURES)]) {
    for (const [method, route] of [
      ['GET', 'signups'],
      ['HEAD', 'signups'],
      ['GET', 'signups?search=jane'],
      ['GET', 'signups?page=none'],
      ['GET', 'signups.csv'],
      ['DELETE', `signups/${jane.id}`],
      ['DELETE', 'signups/none'],
      ['POST', `signups/${jane.id}/message`],
      ['GET', 'funnel?step=form_submit:email_domain%3Drare.test'],
      ['GET', 'funnel?step=section_view&step=*:email_domain%3Drare.test'],
    ] as const) {
      const { status, body } = await ask(site, route, sent, method);
      expect(status, `${method} ${route}`).toBe(403);
      if (method === 'HEAD') continue;
      expect(body).toEqual({
        code: 'figures_only',
        message:
          'GROWTH_VIEWER_TOKEN gives access to figures only; data about people needs GROWTH_TOKEN.',
      });
    }
  }
  expect(await rowsOf(site.database, 'notifyme_signups')).toHaveLength(1);
});

test('no answer for a viewer tells anything about single people', async () => {
  const site = await open();
  const person = '0195a000-0000-7000-8000-00000000abcd';
  await site.store.insertSignup(signup('jane@rare.test', { useCase: 'my talks' }));
  await recordAll(site.store, [
    seen(person, 'hero'),
    {
      person,
      event: 'form_submit',
      at: NOON + 1,
      properties: { form_type: 'beta', event_label: 'success', email_domain: 'rare.test' },
    },
  ]);
  for (const route of FIGURE_ROUTES) {
    const { body } = await ask(site, route, bearer(FIGURES));
    expect(JSON.stringify(body), route).not.toMatch(/jane|rare|talks|00abcd|"visitor"/i);
  }
  const { events } = (await ask(site, 'tail', bearer(PEOPLE))).body as TailReport;
  expect(events[0]).toMatchObject({ visitor: '00abcd', properties: { email_domain: 'rare.test' } });
});

test('a viewer may ask for as many hours as the owner', async () => {
  const site = await open();
  for (const token of [PEOPLE, FIGURES]) {
    const hours = async (from: string, to: string) => {
      const route = `figures?from=2026-01-23T${from}Z&to=2026-03-14T${to}Z&unit=hour`;
      const { status, body } = await ask(site, route, bearer(token));
      return body.buckets?.length ?? [status, body.issues];
    };
    expect(await hours('12:07', '11:37')).toBe(1_200);
    // As long as 1,200 hours, but with a part of 1,201.
    const message = 'expected a range of at most 1200 hours, days or weeks; got 1201 hours';
    expect(await hours('12:07', '12:06')).toEqual([400, [{ path: 'from', message }]]);
  }
});

test('a bearer token needs no cookie and no own origin; a cookie needs the own origin', async () => {
  const site = await open();
  const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://dashboards.test' };
  expect((await ask(site, 'tail', { ...bearer(FIGURES), ...foreign })).status).toBe(200);
  const { headers } = await signIn(site, PEOPLE);
  expect(await ask(site, 'tail', { ...headers, ...foreign })).toMatchObject({
    status: 403,
    body: { code: 'cross_origin' },
  });
});

test('a bearer token decides alone: a cookie beside it adds nothing, a wrong one opens nothing', async () => {
  const site = await open();
  const { headers } = await signIn(site, PEOPLE);
  expect((await ask(site, 'signups', { ...headers, ...bearer(FIGURES) })).status).toBe(403);
  for (const token of ['x', `${PEOPLE}x`, FIGURES.slice(1), 'ключ'.repeat(100)]) {
    const sent = { ...headers, ...bearer(encodeURIComponent(token)) };
    const { status, headers: answered, body } = await ask(site, 'tail', sent);
    expect([status, answered.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    expect(body).toMatchObject({ code: 'wrong_token', message: expect.any(String) });
  }
  expect(site.allLines.join()).not.toContain(FIGURES.slice(1));
  // A proxy may ask for its own password in the same header.
  expect((await ask(site, 'tail', { ...headers, Authorization: 'Basic eDp5' })).status).toBe(200);
});

test.each([
  ['before', (own: string, viewers: string) => `${viewers}; ${own}`],
  ['after', (own: string, viewers: string) => `${own}; ${viewers}`],
])(
  "a viewer's session that a subdomain sets %s the owner's hides nothing from the owner",
  async (_, both) => {
    const site = await open();
    const [own, viewers] = [await signIn(site, PEOPLE), await signIn(site, FIGURES)];
    const headers = { Cookie: both(own.headers.Cookie, viewers.headers.Cookie) };
    expect((await ask(site, 'signups', headers)).status).toBe(200);
  },
);

test('a session that was opened while the clock was ahead is over once the clock is right', async () => {
  const site = await open();
  const right = site.clock.now;
  site.clock.now = right + 3 * 365 * 86_400_000;
  const { headers } = await signIn(site, PEOPLE);
  expect((await ask(site, 'signups', headers)).status).toBe(200);
  site.clock.now = right;
  expect((await ask(site, 'signups', headers)).status).toBe(401);
});

test('a session ends with its token, and keeps the access of the token that opened it', async () => {
  const site = await open();
  const { headers } = await signIn(site, FIGURES);
  const changed = async (change: object) =>
    createTestApp({
      openStore: () => openTestStore(site.database),
      config: { ...config, ...change },
    });
  const session = async (process: TestApp) => (await ask(process, 'session', headers)).body;
  const another = 'another-token-for-the-console';
  expect(await session(await changed({ growthViewerToken: another }))).toMatchObject({
    access: null,
  });
  expect(await session(await changed({ growthToken: another }))).toMatchObject({
    access: 'figures',
  });
});

test('with only a token for figures there is a console, and nobody sees people', async () => {
  const site = await open({ growthToken: null });
  expect((await site.app.request('/growth')).status).toBe(200);
  expect((await signIn(site, PEOPLE)).answer.status).toBe(401);
  expect((await ask(site, 'tail', bearer(FIGURES))).status).toBe(200);
  expect((await ask(site, 'signups', bearer(FIGURES))).status).toBe(403);
});
