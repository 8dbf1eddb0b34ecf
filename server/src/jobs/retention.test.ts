import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readDatabase } from '../database/open-database.ts';
import {
  batch,
  grant,
  JOHN,
  newId,
  newRequest,
  scroll,
  signup,
  text,
} from '../store/testing/store-contract-data.ts';
import { NOON, newTestDatabase } from '../testing/test-app.ts';
import { openTestStore } from '../testing/test-database.ts';
import { createTestLog } from '../testing/test-log.ts';
import { applyRetention, createRetentionJob, retentionTimes } from './retention.ts';

const DAY = 86_400_000;
const config = {
  eventRetentionDays: 10,
  signupRetentionDays: 20,
  unconfirmedRetentionDays: 5,
  smtp: null,
};
const ago = (days: number) => NOON - days * DAY;

/**
 * Opens a store with rows just within and just past each period. Names say how many rows of each.
 */
async function openAged() {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  onTestFinished(() => store.close());
  await store.publishConsentTexts([text()]);
  await store.recordDecision(grant({ decidedAt: ago(12), recordedAt: ago(12) }));
  for (const receivedAt of [ago(10) - 1, ago(11), ago(10), ago(0)]) {
    await store.recordEvents(batch({ receivedAt, events: [scroll(25), scroll(50)] }));
  }
  for (const createdAt of [ago(20) - 1, ago(20), ago(0)]) {
    await store.insertSignup(signup({ email: `${createdAt}@example.org`, createdAt }));
  }
  const past = Date.UTC(2023, 2, 14, 12) - 1;
  await store.recordDecision(grant({ consentId: JOHN, decidedAt: past, recordedAt: past }));
  const within = past + 1;
  await store.recordDecision(grant({ consentId: newId(), decidedAt: within, recordedAt: within }));
  const { log, lines } = createTestLog(() => NOON);
  const deps = {
    store,
    now: () => NOON,
    config,
    backupDays: 14,
    pause: () => nextTurn(),
    rest: async () => {},
    log,
  };
  return { database, store, deps, lines };
}

const gone = { events: 4, signups: 1, consents: 1 };

test('expired rows are deleted and counted, the rest stays, and the audit records the counts', async () => {
  const { store, deps } = await openAged();
  expect(await applyRetention(deps)).toEqual({ ...gone, undelivered: 4, held: [] });
  expect(await store.countRows()).toEqual({ events: 4, signups: 2, consents: 2 });
  expect(await store.readAudit()).toEqual([{ at: NOON, kind: 'retention', counts: gone }]);
  expect(await applyRetention(deps)).toMatchObject({ events: 0, signups: 0, consents: 0 });
  expect(await store.readAudit()).toHaveLength(1);
});

test('a dry run counts the same rows and changes nothing', async () => {
  const { store, deps } = await openAged();
  const before = await store.countRows();
  const looked: number[] = [];
  const options = { dryRun: true, onProgress: (rows: number) => looked.push(rows) };
  expect(await applyRetention(deps, options)).toEqual({ ...gone, undelivered: 4, held: [] });
  expect(await store.countRows()).toEqual(before);
  expect(await store.readAudit()).toEqual([]);
  expect(looked.at(-1)).toBe(8 + 3 + 3);
});

test('counts by the quarter of an hour are kept for 400 days, and by the day for ever', async () => {
  const { database, store, deps } = await openAged();
  const [last, first] = [401, 400].map((days) => new Date(ago(days)).toISOString().slice(0, 10));
  for (const day of [last, first]) await store.addPageCounts(`${day}T00:15`, new Map([['/', 1]]));
  await applyRetention(deps, { dryRun: true });
  const times = async () =>
    readDatabase(database, async (reader) =>
      (await reader.countPages({ from: null, to: null })).quarters.map(({ at }) =>
        new Date(at).toISOString().slice(0, 16),
      ),
    );
  expect(await times()).toEqual([`${last}T00:15`, `${first}T00:15`]);
  await applyRetention(deps);
  expect(await times()).toEqual([`${last}T12:00`, `${first}T00:15`]);
});

test('the proof of a confirmed signup is deleted three years after the signup', async () => {
  const { store, deps } = await openAged();
  const past = Date.UTC(2023, 2, 14, 12) - 1;
  for (const at of [past, past + 1]) {
    const request = newRequest({ at: past });
    await store.insertSignup(signup({ email: 'ada@example.org', createdAt: past }), request);
    await store.confirmSignup(request.token, at);
    await store.eraseSignups('ada@example.org', at);
  }
  await applyRetention(deps, { dryRun: true });
  expect(await store.readProofs('ada@example.org')).toHaveLength(2);
  await applyRetention(deps);
  expect(await store.readProofs('ada@example.org')).toMatchObject([{ removedAt: past + 1 }]);
});

test('the job logs what it deleted, and logs nothing on a day without deletions', async () => {
  const { deps, lines } = await openAged();
  const job = createRetentionJob(deps);
  const { signal } = new AbortController();
  await job.run(signal);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'info', ...gone }]);
  await job.run(signal);
  expect(lines).toHaveLength(1);
});

test('while the clock is ahead, the job deletes nothing; once it is right again, it does', async () => {
  const { store, deps } = await openAged();
  const before = await store.countRows();
  await store.seeTime(NOON);
  const clock = { at: ago(-3 * 365) };
  let waits = 0;
  const rest = async () => {
    waits += 1;
    expect(await store.countRows()).toEqual(before);
    if (waits === 3) clock.at = NOON;
  };
  const job = createRetentionJob({ ...deps, now: () => clock.at, rest });
  await job.run(new AbortController().signal);
  expect(waits).toBe(3);
  expect(await store.countRows()).toEqual({ events: 4, signups: 2, consents: 2 });
});

test('more than a fifth of a table is deleted only after a confirmation', async () => {
  const { store, deps, lines } = await openAged();
  const sign = (count: number, createdAt: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        store.insertSignup(signup({ email: `${newId()}@a.example`, createdAt })),
      ),
    );
  await sign(20, ago(30));
  await sign(79, ago(1));
  const { signups } = await store.countRows();
  expect(signups).toBe(102);
  const job = createRetentionJob(deps);
  await job.run(new AbortController().signal);
  expect(await store.countRows()).toEqual({ events: 4, signups, consents: 2 });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', held: '21 of 102 signups' });
  expect(await store.readMark('retention')).toMatchObject({ value: '21 of 102 signups' });
  await sign(3, ago(1));
  expect(await applyRetention(deps)).toMatchObject({ signups: 21, held: [] }); // a fifth
  expect(await store.readMark('retention')).toMatchObject({ value: '' });
  await sign(80, ago(30));
  expect(await applyRetention(deps)).toMatchObject({ signups: 0, held: ['80 of 164 signups'] });
  expect(await applyRetention(deps, { isAccepted: true })).toMatchObject({ signups: 80, held: [] });
});

test('what nobody confirmed goes in time, however many, and is no part of the share that waits', async () => {
  const { store, deps } = await openAged();
  const smtp = { host: 'mail.example', port: 587, secure: false, login: null };
  for (let index = 0; index < 120; index++) {
    const request = newRequest({ at: ago(6) });
    await store.insertSignup(signup({ email: `p${index}@a.example`, createdAt: ago(6) }), request);
    await store.settleMessage(request.id, { outcome: 'sent', at: ago(6) });
  }
  const withMail = { ...deps, config: { ...config, smtp } };
  expect((await applyRetention(withMail, { dryRun: true })).signups).toBe(121);
  expect(await applyRetention(withMail)).toMatchObject({ signups: 121, held: [] });
  for (let index = 0; index < 110; index++) {
    await store.insertSignup(signup({ email: `old${index}@a.example`, createdAt: ago(21) }));
  }
  expect((await applyRetention(withMail)).held).toEqual(['110 of 112 signups']);
});

test('of the settled rows of the outbox, a fifth goes each day, the earliest first', async () => {
  const { store, deps } = await openAged();
  for (let index = 0; index < 120; index++) {
    const request = newRequest({ at: ago(3) });
    await store.insertSignup(signup({ email: `p${index}@a.example` }), request);
    await store.settleMessage(request.id, { outcome: 'sent', at: ago(3) + index });
  }
  const sent = async () => (await store.mailState()).sent;
  expect(await sent()).toBe(120);
  await applyRetention(deps);
  expect(await sent()).toBe(96);
  await applyRetention(deps);
  expect(await sent()).toBe(0); // below a hundred, all may go
});

test('it stops between two steps when asked to, and continues the next time', async () => {
  const { store, deps } = await openAged();
  const stopping = new AbortController();
  let steps = 0;
  const pause = async () => {
    steps += 1;
    if (steps === 2) stopping.abort(); // it has counted the events, and deleted some
  };
  await applyRetention({ ...deps, pause }, { signal: stopping.signal });
  expect(await store.countRows()).toMatchObject({ events: 4, signups: 3 });
  await applyRetention(deps);
  expect(await store.countRows()).toEqual({ events: 4, signups: 2, consents: 2 });
});

test('proof is kept for three calendar years, and never for less time than the events that rest on it', () => {
  const from = (iso: string, eventRetentionDays: number) => {
    const times = retentionTimes(Date.parse(iso), { ...config, eventRetentionDays });
    return new Date(times.consents).toISOString().slice(0, 10);
  };
  expect(from('2026-03-14', 10)).toBe('2023-03-14');
  expect(from('2028-02-29', 10)).toBe('2025-02-28');
  expect(from('2026-03-14', 1095 - 182)).toBe('2023-03-14');
  // A grant counts for 182 days; events recorded on the last of them are kept for 2,000 more.
  expect(from('2026-03-14', 2000)).toBe('2020-03-23');
});

test('where mail is sent, signups expire UNCONFIRMED_RETENTION_DAYS after their first message, unless confirmed', async () => {
  const { store, deps } = await openAged();
  const smtp = { host: 'mail.example', port: 587, secure: false, login: null };
  const sendAt = async (email: string, at: number) => {
    const request = newRequest({ at });
    await store.insertSignup(signup({ email, createdAt: at }), request);
    await store.settleMessage(request.id, { outcome: 'sent', at });
    return request;
  };
  await sendAt('late@a.example', ago(5) - 1);
  await sendAt('still@a.example', ago(5));
  const confirmed = await sendAt('confirmed@a.example', ago(6));
  await store.confirmSignup(confirmed.token, ago(6) + 1);
  const without = await applyRetention(deps, { dryRun: true });
  const withMail = { ...deps, config: { ...config, smtp } };
  expect((await applyRetention(withMail)).signups).toBe(without.signups + 1);
  expect(await store.readSignups('late@a.example')).toEqual([]);
  expect(await store.readSignups('still@a.example')).toHaveLength(1);
  expect(await store.readSignups('confirmed@a.example')).toHaveLength(1);
});

test('a large share of the links of deleted signups waits for a confirmation', async () => {
  const { store, deps, lines } = await openAged();
  const requests = Array.from({ length: 110 }, () => newRequest({ at: ago(0) }));
  for (const [index, request] of requests.entries()) {
    await store.insertSignup(signup({ email: `p${index}@a.example`, createdAt: ago(0) }), request);
  }
  const left = requests.slice(0, 30);
  for (const { token } of left) await store.leave(token, ago(0));
  const at = { ...deps, now: () => ago(-15) };
  await createRetentionJob(deps).run(new AbortController().signal); // notes what was removed
  const later = await applyRetention(at);
  expect(later.held).toContain('30 of 110 links of deleted signups');
  expect(await store.leave(left[0]?.token ?? '', ago(0))).toBe('left');
  expect((await applyRetention(at, { isAccepted: true })).held).toEqual([]);
  expect(await store.leave(left[0]?.token ?? '', ago(0))).toBe('unknown');
  expect(lines.join()).not.toContain('links');
});

test('the token of a deleted signup is kept as long as a backup, and no shorter than an unconfirmed one', async () => {
  const { store, deps } = await openAged();
  const request = newRequest({ at: ago(0) });
  await store.insertSignup(signup({ email: 'left@a.example' }), request);
  await store.leave(request.token, ago(0));
  const after = async (days: number, backupDays: number) => {
    await store.seeTime(ago(-days), true);
    const job = createRetentionJob({ ...deps, backupDays, now: () => ago(-days) });
    await job.run(new AbortController().signal);
  };
  await after(0, 14);
  await after(14, 14);
  expect(await store.leave(request.token, ago(0))).toBe('left');
  await after(15, 20);
  expect(await store.leave(request.token, ago(0))).toBe('left');
  await after(15, 14);
  expect(await store.leave(request.token, ago(0))).toBe('unknown');
});
