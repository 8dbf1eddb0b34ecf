import { expect, test } from 'vitest';
import { postJson, SIGNUPS, scrolls } from './edge/testing/site-requests.ts';
import { StoreUnavailableError } from './store/store.ts';
import { grant, JANE } from './testing/data/consent-requests.ts';
import { fixtureData } from './testing/sites/fixture-site.ts';
import { createTestApp } from './testing/test-app.ts';
import { rowsOf } from './testing/test-database.ts';

const signup = {
  name: 'Jane Roe',
  email: 'jane.roe@example.org',
  youtube_channel: 'youtube.com/@jane',
  use_case: 'dubbing my talks',
  signup_type: 'beta',
};
const events = scrolls(JANE, [JANE], { path: '/', utm: { source: 'dubbing-letter' } });
const posts: readonly [string, object][] = [
  [SIGNUPS, signup],
  ['/api/consents', grant],
  ['/api/events', events],
];
test('every answer has the security headers, errors too', async () => {
  const { app } = await createTestApp();
  for (const path of ['/', '/nothing', '/api/nothing', '/rest/v1/x', '/healthz']) {
    const { headers } = await app.request(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    for (const absent of ['Strict-Transport-Security', 'Server', 'X-Powered-By', 'Set-Cookie'])
      expect(headers.get(absent)).toBeNull();
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

test('a page of another site cannot use the interface; the site itself can, also behind a proxy that asks for another host', async () => {
  const site = await createTestApp();
  for (const [path, body] of posts.slice(1)) {
    const answer = await postJson(site, path, body, { Origin: 'https://evil.test' });
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'cross_origin' }]);
  }
  expect(await rowsOf(site.database, 'events')).toEqual([]);
  const proxied = { Origin: fixtureData.site.url, Host: '10.0.0.7:3000' };
  expect((await postJson(site, '/api/consents', grant, proxied)).status).toBe(201);
});

/** An application whose writes fail with this error. */
async function openFailing(error: Error) {
  const site = await createTestApp();
  const fail = () => Promise.reject(error);
  Object.assign(site.store, { insertSignup: fail, recordDecision: fail, recordEvents: fail });
  return site;
}
const QUOTING = `cannot insert ${signup.email}`;

test('a bug answers 500 and is logged with the id of the request, and neither the answer nor the log quotes it', async () => {
  const site = await openFailing(new Error(QUOTING));
  const answer = await postJson(site, SIGNUPS, signup);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('jane');
  expect(site.lines).toEqual([expect.stringMatching(/a request failed.*app\.test\.ts/)]);
  expect(site.lines.join()).not.toMatch(/jane/i);
  const requestId = answer.headers.get('X-Request-Id');
  expect(JSON.parse(site.lines.join())).toMatchObject({ level: 'error', requestId });
});

test('requests leave no personal data in the log', async () => {
  const cause = new Error(QUOTING);
  const site = await openFailing(new StoreUnavailableError('SQLITE_FULL', { cause }));
  const personal = { 'X-Forwarded-For': '192.0.2.7', 'User-Agent': 'Browser of Jane' };
  for (const [path, body] of posts) {
    const json = JSON.stringify(body);
    for (const sent of [json, json, `${json}}`]) await postJson(site, path, sent, personal);
  }
  await site.app.request('/jane.roe@example.org?email=jane.roe@example.org');
  // A problem of every request is logged once.
  expect(site.lines.map((line) => JSON.parse(line))).toMatchObject([
    { message: expect.stringContaining('TRUST_PROXY=1') },
    { message: 'the database is not available', level: 'warn', requestId: 'request-1' },
  ]);
  expect(site.lines.join('\n')).toContain('SQLITE_FULL');
  expect(site.lines.join('\n')).not.toMatch(/jane|192\.0\.2|example\.org|youtube|dubbing/i);
});
