import { expect } from 'vitest';
import { uuidv7 } from '#shared/uuid';
import { JANE } from '../../store/testing/store-contract-data.ts';

export { JANE };

/** Returns a UUID version 7 of this moment. */
export const newId = () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));

export function postJson(url: string, body: object, headers: Record<string, string> = {}) {
  const all = { 'Content-Type': 'application/json', ...headers };
  return fetch(url, { method: 'POST', headers: all, body: JSON.stringify(body) });
}

/** Lets Jane accept the question that the page asks at this moment. */
export async function grantOnPage(url: string) {
  const page = await (await fetch(url)).text();
  const [, block = ''] = /id="page-data"[^>]*>([^<]*)</.exec(page) ?? [];
  const { revision, textHash, language } = JSON.parse(block);
  const decision = {
    ...{ consentId: JANE, analytics: true, source: 'banner' },
    ...{ revision, textHash, language },
  };
  const answer = await postJson(`${url}/api/consents`, decision);
  expect(answer.status).toBe(201);
}

/** Signs up. Returns the status. */
export async function signUp(url: string, email: string) {
  const row = { name: 'Jane', email, signup_type: 'notifyme' };
  const headers = { apikey: 'public-anon-key' };
  return (await postJson(`${url}/rest/v1/notifyme_signups`, row, headers)).status;
}
