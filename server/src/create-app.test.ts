import { expect, test } from 'vitest';
import { StoreUnavailableError } from './store/store.ts';
import { grant, JANE } from './testing/data/consent-requests.ts';
import { fixtureData } from './testing/sites/fixture-site.ts';
import { createTestApp, NOON } from './testing/test-app.ts';
import { openTestStore, rowsOf } from './testing/test-database.ts';

const signup = {
  name: 'Jane Roe',
  email: 'jane.roe@example.org',
  youtube_channel: 'youtube.com/@jane',
  use_case: 'dubbing my talks',
  signup_type: 'beta',
};
const events = {
  consentId: JANE,
  sessionId: JANE,
  sentAt: new Date(NOON).toISOString(),
  context: {
    path: '/',
    referrerHost: 'news.example',
    utm: { source: 'letter' },
    viewport: 'small',
  },
  events: [
    {
      id: JANE,
      name: 'form_submit',
      timestamp: new Date(NOON).toISOString(),
      properties: { form_type: 'beta', event_label: 'success', email_domain: 'example.org' },
    },
  ],
};
const posts: readonly [string, object][] = [
  ['/rest/v1/notifyme_signups', signup],
  ['/api/consents', grant],
  ['/api/events', events],
];
const headers = { apikey: 'public-anon-key', 'Content-Type': 'application/json' };

test('every answer has the security headers, errors too', async () => {
  const { app } = await createTestApp();
  for (const path of ['/', '/nothing', '/api/nothing', '/rest/v1/x', '/healthz']) {
    const { headers: answer } = await app.request(path);
    expect(answer.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(answer.get('X-Content-Type-Options')).toBe('nosniff');
    expect(answer.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
    expect(answer.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(answer.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect(answer.get('Permissions-Policy')).toContain('camera=()');
    for (const absent of ['Strict-Transport-Security', 'Server', 'X-Powered-By', 'Set-Cookie']) {
      expect(answer.get(absent)).toBeNull();
    }
  }
});

test('HSTS is sent if the site is https, by SITE_URL or by a trusted proxy', async () => {
  const hsts = async (config: object, proto?: string) => {
    const { app } = await createTestApp({ config });
    const answer = await app.request('/', proto ? { headers: { 'X-Forwarded-Proto': proto } } : {});
    return answer.headers.get('Strict-Transport-Security');
  };
  expect(await hsts({ siteUrl: 'https://www.example.com' })).toBe('max-age=31536000');
  expect(await hsts({ trustedProxies: 1 }, 'https')).toBe('max-age=31536000');
  expect(await hsts({ trustedProxies: 2 }, 'https, http')).toBe('max-age=31536000');
  expect(await hsts({ trustedProxies: 1 }, 'https, http')).toBeNull();
  expect(await hsts({ trustedProxies: 1 })).toBeNull();
  expect(await hsts({}, 'https')).toBeNull();
});

test('unknown paths of the interface answer 404, unknown methods 405, in JSON', async () => {
  const { app } = await createTestApp();
  const missing = await app.request('/api/nothing');
  expect([missing.status, await missing.json()]).toEqual([
    404,
    { code: 'not_found', message: expect.any(String) },
  ]);
  for (const path of ['/api/consents', '/api/events']) {
    const answer = await app.request(path, { method: 'DELETE' });
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST']);
  }
});

test('a page of another site cannot use the interface', async () => {
  const { app, database } = await createTestApp();
  for (const [path, body] of posts.slice(1)) {
    const foreign = { ...headers, Origin: 'https://evil.test' };
    const answer = await app.request(path, {
      method: 'POST',
      headers: foreign,
      body: JSON.stringify(body),
    });
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'cross_origin' }]);
  }
  expect(await rowsOf(database, 'events')).toEqual([]);
});

test('behind a proxy that asks for another host, the site can still use the interface', async () => {
  const { app } = await createTestApp();
  const proxied = { ...headers, Origin: fixtureData.site.url, Host: '10.0.0.7:3000' };
  const init = { method: 'POST', headers: proxied, body: JSON.stringify(grant) };
  expect((await app.request('/api/consents', init)).status).toBe(201);
});

test('a bug answers 500, and neither the answer nor the log quotes the request', async () => {
  const { app, lines } = await createTestApp({
    openStore: async (database) => ({
      ...(await openTestStore(database)),
      insertSignup: () => Promise.reject(new Error(`cannot insert ${signup.email}`)),
    }),
  });
  const [path] = posts[0] ?? [''];
  const answer = await app.request(path, { method: 'POST', headers, body: JSON.stringify(signup) });
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('jane');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/a request failed.*app\.test\.ts/);
  expect(lines[0]).not.toMatch(/jane|insert jane/i);
});

test('requests leave no personal data in the log', async () => {
  const down = () => {
    const cause = new Error(`cannot insert ${signup.email}`);
    return Promise.reject(new StoreUnavailableError('SQLITE_FULL', { cause }));
  };
  const { app, lines } = await createTestApp({
    openStore: async (database) => ({
      ...(await openTestStore(database)),
      ...{ insertSignup: down, recordDecision: down, recordEvents: down },
    }),
  });
  for (const [path, body] of posts) {
    for (const text of [JSON.stringify(body), JSON.stringify(body), `${JSON.stringify(body)}}`]) {
      await app.request(path, {
        method: 'POST',
        headers: { ...headers, 'X-Forwarded-For': '192.0.2.7', 'User-Agent': 'Browser of Jane' },
        body: text,
      });
    }
  }
  await app.request('/jane.roe@example.org?email=jane.roe@example.org');
  // A problem of every request is logged once.
  expect(lines.map((line) => JSON.parse(line).message)).toEqual([
    expect.stringContaining('TRUST_PROXY'),
    'the database is not available',
  ]);
  expect(lines.join('\n')).toContain('SQLITE_FULL');
  expect(lines.join('\n')).not.toMatch(/jane|192\.0\.2|example\.org|youtube|dubbing/i);
});
