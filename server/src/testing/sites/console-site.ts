import { expect } from 'vitest';
import type { PersonEvent } from '../../events/testing/store-contract-events.ts';
import type { Signup } from '../../store/store.ts';
import { newId, signup as signupOf } from '../../store/testing/store-contract-data.ts';
import { createTestApp, NOON, type TestAppOptions } from '../test-app.ts';

/** Opens people and figures. */
export const PEOPLE = 'a-token-for-people-and-figures';
export const FIGURES = 'a-token-for-figures-only';
export { newId };
export const MARCH_14 = 'from=2026-03-14&to=2026-03-14';

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

interface Asked {
  token?: string;
  body?: unknown;
}

/** The application with both tokens, and its console's interface. */
export async function openConsole({ config, ...options }: TestAppOptions = {}) {
  const tokens = { growthToken: PEOPLE, growthViewerToken: FIGURES };
  const site = await createTestApp({ ...options, config: { ...tokens, ...config } });
  const ask = (route: string, method = 'GET', { token = PEOPLE, body }: Asked = {}) =>
    site.app.request(`/growth/api/${route}`, {
      method,
      headers: bearer(token),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const read = async <Report>(route: string, token = PEOPLE) => {
    const answer = await ask(route, 'GET', { token });
    expect([answer.status, answer.headers.get('Cache-Control')], route).toEqual([200, 'no-store']);
    return (await answer.json()) as Report;
  };
  return { ...site, ask, read };
}

export const signup = (email: string, change: Partial<Signup> = {}) =>
  signupOf({ email, ...change });

export const seen = (person: string, section_name: string, at = NOON): PersonEvent => ({
  person,
  event: 'section_view',
  at,
  properties: { section_name },
});
