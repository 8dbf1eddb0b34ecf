import { expect } from 'vitest';
import type { openConsole } from '../../testing/sites/console-site.ts';
import { fixtureData } from '../../testing/sites/fixture-site.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';

export const SITE = fixtureData.site.url;

interface Answer {
  status: number;
  body: Record<string, never> & { challenge: string; code: string; link: string };
  cookie: string;
}

export const tokenOf = (link: string) => link.split('#link=')[1] ?? '';

/** A browser at the console, with its one cookie. */
export function openBrowser({ app }: Pick<TestApp, 'app'>) {
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

type Site = Awaited<ReturnType<typeof openConsole>>;

/** Adds somebody with a passkey, signed in. */
export async function join(site: Site, name: string, role = 'owner') {
  const answer = await site.ask('people', 'POST', { body: { name, role } });
  const { link } = (await answer.json()) as { link: string };
  expect(answer.status).toBe(201);
  const browser = openBrowser(site);
  const { passkey, status, body } = await browser.register(link);
  expect(status).toBe(200);
  const { id } = body['person'] as unknown as { id: string };
  return { ...browser, passkey, id, link };
}
