import { expect, test } from 'vitest';
import { postJson, scrolls } from '../edge/testing/site-requests.ts';
import { grantConsent, JANE, JOHN, newId } from '../store/testing/store-contract-data.ts';
import { cookie } from '../testing/data/consent-requests.ts';
import { fillEvents } from '../testing/data/fill-events.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

/** The application, in which these visitors and John agreed. */
async function open(...consentIds: string[]) {
  const site = await createTestApp();
  for (const consentId of [JOHN, ...consentIds]) await grantConsent(site.store, consentId);
  return site;
}

async function sendEvent(site: TestApp, consentId: string) {
  const answer = await postJson(site, '/api/events', scrolls(consentId, [newId()]));
  expect(answer.status).toBe(200);
}

async function ask<Answer>({ app }: TestApp, method: 'GET' | 'DELETE', consentId: string) {
  const headers = { Cookie: cookie({ consentId }) };
  const answer = await app.request('/api/my-data', { method, headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

/** Sends events of John during the work. Returns how many were stored meanwhile. */
async function sendDuring<T>(site: TestApp, work: () => Promise<T>) {
  let isDone = false;
  let others = 0;
  const working = work().finally(() => {
    isDone = true;
  });
  for (; !isDone; others++) await sendEvent(site, JOHN);
  return { answer: await working, others };
}

test('forty erasures at once leave room in the queue for the writes of others', async () => {
  const people = Array.from({ length: 40 }, newId);
  const site = await open(...people);
  fillEvents(site.database, people, 40 * 400);
  const { answer } = await sendDuring(site, () =>
    Promise.all(people.map((id) => ask(site, 'DELETE', id))),
  );
  expect(answer).toEqual(people.map(() => ({ erasedEvents: 400 })));
});

test('thirty people who ask at the same time do not each wait for all the others', async () => {
  const people = Array.from({ length: 30 }, newId);
  const site = await open(JANE, ...people);
  fillEvents(site.database, Array.from({ length: 3_000 }, newId), 300_000);
  for (const id of people) await sendEvent(site, id);
  const readAll = async (ids: readonly string[]) => {
    const since = process.cpuUsage();
    const answers = await Promise.all(ids.map((id) => ask<{ events: [] }>(site, 'GET', id)));
    expect(answers.map(({ events }) => events.length)).toEqual(ids.map(() => 1));
    return process.cpuUsage(since).user; // other work of the machine does not count
  };
  await sendEvent(site, JANE);
  const alone = await readAll([JANE]);
  expect((await readAll(people)) / alone).toBeLessThan(5);
});

test('while an answer with ten thousand events is created, others are answered', async () => {
  const site = await open(JANE);
  fillEvents(site.database, [JANE], 10_005);
  type Answer = { events: { id: string }[]; moreEvents: number };
  const { answer, others } = await sendDuring(site, () => ask<Answer>(site, 'GET', JANE));
  expect(new Set(answer.events.map(({ id }) => id)).size).toBe(10_000);
  expect(answer.moreEvents).toBe(5);
  expect(others).toBeGreaterThan(5);
});
