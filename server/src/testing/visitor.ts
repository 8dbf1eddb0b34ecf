import { expect } from 'vitest';
import { uuidv7 } from '#shared/uuid';

/** A UUID version 7 of this moment. */
export const newId = () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));

export function postJson(url: string, body: object, headers: Record<string, string> = {}) {
  const all = { 'Content-Type': 'application/json', ...headers };
  return fetch(url, { method: 'POST', headers: all, body: JSON.stringify(body) });
}

/** Accepts what the page asks at this moment: its revision is in the page of the fixture build. */
export async function grantOnPage(url: string, consentId: string) {
  const [, revision] = /revision (\d+)/.exec(await (await fetch(url)).text()) ?? [];
  const decision = { consentId, revision: Number(revision), analytics: true };
  const proof = { source: 'banner', language: 'en', textHash: 'a'.repeat(64) };
  const answer = await postJson(`${url}/api/consents`, { ...decision, ...proof });
  expect(answer.status).toBe(201);
}
