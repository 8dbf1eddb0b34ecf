import { expect } from 'vitest';
import type { Signup } from '../../store/store.ts';
import { newId, signup as signupOf } from '../../store/testing/store-contract-data.ts';
import type { PersonEvent } from '../../store/testing/store-contract-events.ts';
import { createTestApp, NOON, type TestAppOptions } from '../test-app.ts';
import type { OpenTestStore } from '../test-database.ts';

const TOKEN = 'a-token-of-this-test';

export { newId };
export const MARCH_14 = 'from=2026-03-14&to=2026-03-14';

/** The application with somebody signed in. */
export async function openConsole(openStore: OpenTestStore, options: TestAppOptions = {}) {
  const site = await createTestApp(openStore, { config: { growthToken: TOKEN }, ...options });
  const signedIn = await site.app.request('/growth/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: TOKEN }),
  });
  const [cookie = ''] = (signedIn.headers.get('Set-Cookie') ?? '').split(';');
  const ask = (route: string, method = 'GET') =>
    site.app.request(`/growth/api/${route}`, { method, headers: { Cookie: cookie } });
  const read = async <Report>(route: string) => {
    const answer = await ask(route);
    expect([answer.status, answer.headers.get('Cache-Control')], route).toEqual([200, 'no-store']);
    return (await answer.json()) as Report;
  };
  return { ...site, cookie, ask, read };
}

export const signup = (email: string, change: Partial<Signup> = {}) =>
  signupOf({ email, ...change });

export const seen = (person: string, section_name: string, at = NOON): PersonEvent => ({
  person,
  event: 'section_view',
  at,
  properties: { section_name },
});
