import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { SiteStore } from '../database/site-store.ts';
import type { Log } from '../lib/log.ts';
import { createScheduler, type Job } from '../lib/scheduler.ts';
import type { World } from '../lib/world.ts';
import { type ConfirmationRequest, TO_POSTHOG } from '../store/mail-store.ts';
import {
  batch,
  grant,
  JOHN,
  madeAt,
  newId,
  newRequest,
  scroll,
  signup,
} from '../store/testing/store-contract-data.ts';
import { openStoreAndReader } from '../testing/open-reader.ts';
import { NOON } from '../testing/test-app.ts';
import { createTestLog } from '../testing/test-log.ts';
import { applyRetention, createRetentionJob, retentionTimes } from './retention.ts';

const DAY = 86_400_000;
const config = {
  eventRetentionDays: 10,
  signupRetentionDays: 20,
  unconfirmedRetentionDays: 5,
  auditMonths: 24,
};
const ago = (days: number) => NOON - days * DAY;
/** Three years ago, and a millisecond. */
const PAST = Date.UTC(2023, 2, 14, 12) - 1;

/**
 * Opens a store with rows just within and just past each period. Names say how many rows of each.
 */
async function openAged() {
  const { store, read } = await openStoreAndReader();
  await store.recordDecision(grant({ decidedAt: ago(12), recordedAt: ago(12) }));
  for (const receivedAt of [ago(10) - 1, ago(11), ago(10), ago(0)]) {
    await store.recordEvents(batch({ receivedAt, events: [scroll(25), scroll(50)] }));
  }
  for (const createdAt of [ago(20) - 1, ago(20), ago(0)]) {
    await store.insertSignup(signup({ email: `${createdAt}@example.org`, createdAt }));
  }
  for (const [consentId, at] of [
    [JOHN, PAST],
    [newId(), PAST + 1],
  ] as const)
    await store.recordDecision(grant({ consentId, decidedAt: at, recordedAt: at }));
  const { log, lines } = createTestLog(() => NOON);
  const deps = {
    store,
    now: () => NOON,
    config,
    backupDays: 14,
    pause: () => nextTurn(),
    log,
  };
  return { store, read, deps, lines };
}

const asking = (count: number, at = NOON) =>
  Array.from({ length: count }, () => newRequest({ at }));

/** Signs up somebody for each of these, at once: each by itself would wait for the disk. */
const signUpMany = (
  store: SiteStore,
  requests: (ConfirmationRequest | null)[],
  createdAt: number,
) =>
  Promise.all(
    requests.map((request) =>
      store.insertSignup(signup({ email: `${newId()}@a.example`, createdAt }), request),
    ),
  );

const markSent = (store: SiteStore, requests: ConfirmationRequest[], at: number) =>
  Promise.all(
    requests.map(({ id }, index) => store.settleMessage(id, { outcome: 'sent', at: at + index })),
  );

/** Runs a job as the scheduler does, until it has done its work of a day. Calls back in each shorter pause. */
const runForDay = (job: Job, log: Log, onPause: () => unknown = () => {}) =>
  new Promise<void>((resolve, reject) => {
    const later: World['later'] = (callback, ms) => {
      if (ms === job.firstAfterMs) callback();
      else if (ms === job.everyMs) resolve();
      else if (ms > DAY / 24) reject(new Error(`waits for ${ms} ms`));
      else Promise.resolve().then(onPause).then(callback).catch(reject);
      return () => {};
    };
    createScheduler({ jobs: [job], later, log }).start();
  });

const gone = { events: 4, signups: 1, consents: 1 };
const left = { events: 4, signups: 2, consents: 2 };

test('a dry run counts expired rows and changes nothing; the job deletes them, and the audit and the log have the counts, once', async () => {
  const { store, deps, lines } = await openAged();
  const before = await store.countRows();
  const counted = await applyRetention(deps, { dryRun: true });
  expect(counted).toEqual({ ...gone, withdrawn: 0, undelivered: 4, held: [] });
  expect([await store.countRows(), await store.readAudit()]).toEqual([before, []]);
  const job = createRetentionJob(deps);
  for (let day = 0; day < 2; day++) await job.run(new AbortController().signal);
  expect(await store.countRows()).toEqual(left);
  expect(await store.readAudit()).toEqual([{ at: NOON, kind: 'retention', counts: gone }]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'info', ...gone }]);
});

test('the job erases what people withdrew, however large a share, and asks PostHog about each once', async () => {
  const { store, deps, lines } = await openAged();
  const events = Array.from({ length: 1_000 }, () => scroll(25));
  const people = [newId(), newId()];
  for (const consentId of people) await store.recordDecision(grant({ consentId }));
  // Their events are windows and transactions apart.
  for (const consentId of [...people, ...people])
    await store.recordEvents(batch({ consentId, events: events.map(() => scroll(50)) }));
  for (const consentId of people)
    await store.recordDecision(grant({ consentId, analytics: false, ...madeAt(NOON + 1) }));
  const ask = (consentId: string) => [
    {
      id: newId(),
      recipient: TO_POSTHOG,
      kind: 'posthog.deletion',
      payload: { consentId },
      at: NOON,
    },
  ];
  const options = { dryRun: true };
  expect(await applyRetention({ ...deps, ask }, options)).toMatchObject({ withdrawn: 4_000 });
  const job = createRetentionJob({ ...deps, ask });
  expect(job.everyMs).toBeLessThan(DAY);
  await job.run(new AbortController().signal);
  expect((await store.countRows()).events).toBe(left.events);
  expect((await store.deliveryState()).deletions.waiting).toBe(2);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ ...gone, withdrawn: 4_000 }]);
});

test('what people did is deleted after the months of the setting', async () => {
  const { store, deps } = await openAged();
  const since = Date.UTC(2024, 2, 14, 12);
  for (const at of [since - 1, since, NOON])
    await store.addNote(
      { id: newId(), at, kind: 'note', text: 'x' },
      { personId: null, doneBy: 'token', at },
    );
  await createRetentionJob(deps).run(new AbortController().signal);
  const acts = await store.readActs({ person: null, before: 100, limit: 9 });
  expect(acts.map(({ at }) => at)).toEqual([NOON, since]);
});

test('PostHog is asked once also about people of whom no event is left here, if they agreed before the oldest that could be', async () => {
  const { store, deps } = await openAged();
  const [OLD, NEW, STAYS] = [newId(), newId(), newId()];
  const decide = (consentId: string, analytics: boolean, at: number) =>
    store.recordDecision(grant({ consentId, analytics, ...madeAt(at) }));
  for (const consentId of [OLD, STAYS]) await decide(consentId, true, ago(11));
  await decide(NEW, true, ago(9));
  for (const consentId of [OLD, NEW]) await decide(consentId, false, ago(1));
  const asked: string[] = [];
  const ask = (consentId: string) => {
    asked.push(consentId);
    const notice = { recipient: TO_POSTHOG, kind: 'posthog.deletion', payload: { consentId } };
    return [{ id: newId(), ...notice, at: NOON }];
  };
  await applyRetention({ ...deps, ask }, { dryRun: true });
  expect(asked).toEqual([]);
  for (const days of [0, 1]) await applyRetention({ ...deps, ask, now: () => NOON + days * DAY });
  expect(asked).toEqual([OLD]);
  expect((await store.deliveryState()).deletions.waiting).toBe(1);
  expect((await store.readAudit()).filter(({ kind }) => kind === 'erase')).toEqual([]);
  // Who withdraws after the clock was ahead at a pass is not passed over.
  await applyRetention({ ...deps, ask, now: () => NOON + 9 * DAY });
  await decide(STAYS, false, NOON + 2 * DAY);
  await applyRetention({ ...deps, ask, now: () => NOON + 3 * DAY });
  expect(asked.toSorted()).toEqual([OLD, OLD, NEW, STAYS].toSorted());
});

test('a pass that fails, as while the database cannot be written, is tried again soon: what was withdrawn is due within a day', async () => {
  const { store, deps, lines } = await openAged();
  let waits = 0;
  // The fault is the test's own: a part of the store that is gone for a while.
  const expire: typeof store.expire = (step) =>
    waits < 2 ? Promise.reject(new Error('no disk')) : store.expire(step);
  const job = createRetentionJob({ ...deps, store: { ...store, expire } });
  await runForDay(job, deps.log, () => waits++);
  expect([waits, await store.countRows()]).toEqual([2, left]);
  const warned = { message: 'a job failed and will run again', job: 'retention' };
  expect(lines.slice(0, 2).map((line) => JSON.parse(line))).toMatchObject([warned, warned]);
});

test('a process whose turn another one has, which may be stopped in its pass, looks again soon', async () => {
  const { store, deps } = await openAged();
  let others = 1;
  const runAlone: typeof store.runAlone = async (job, work) =>
    others-- > 0 ? false : store.runAlone(job, work);
  const job = createRetentionJob({ ...deps, store: { ...store, runAlone } });
  await runForDay(job, deps.log);
  expect([others, await store.countRows()]).toEqual([-1, left]);
});

test('counts by the quarter of an hour are kept for 400 days, by the day for ever, and the proof of a confirmed signup three years', async () => {
  const { store, read, deps } = await openAged();
  const [last, first] = [401, 400].map((days) => new Date(ago(days)).toISOString().slice(0, 10));
  for (const day of [last, first]) await store.addPageCounts(`${day}T00:15`, new Map([['/', 1]]));
  for (const at of [PAST, PAST + 1]) {
    const request = newRequest({ at: PAST });
    await store.insertSignup(signup({ email: 'ada@example.org', createdAt: PAST }), request);
    await store.confirmSignup(request.token, at);
    await store.eraseSignups('ada@example.org', at);
  }
  const state = async () => {
    const all = { from: null, to: null };
    const { quarters } = await read((reader) => reader.countPages(all));
    const proofs = await store.readProofs('ada@example.org');
    return [
      ...quarters.map(({ at }) => new Date(at).toISOString().slice(0, 16)),
      ...proofs.map(({ removedAt }) => removedAt - PAST).sort(),
    ];
  };
  await applyRetention(deps, { dryRun: true });
  expect(await state()).toEqual([`${last}T00:15`, `${first}T00:15`, 0, 1]);
  await applyRetention(deps);
  expect(await state()).toEqual([`${last}T12:00`, `${first}T00:15`, 1]);
});

test('while the clock is years ahead, the job deletes nothing and says so; once it is right again, it does', async () => {
  const { store, deps, lines } = await openAged();
  const before = await store.countRows();
  await store.judgeClock(NOON);
  const clock = { at: ago(-3 * 365) };
  let waits = 0;
  const onPause = async () => {
    waits += 1;
    expect(await store.countRows()).toEqual(before);
    expect(lines).toEqual([expect.stringContaining('The clock says 2029-')]);
    if (waits === 3) clock.at = NOON;
  };
  await runForDay(createRetentionJob({ ...deps, now: () => clock.at }), deps.log, onPause);
  expect(waits).toBe(3);
  expect(await store.countRows()).toEqual(left);
});

test('more than a fifth of a table is deleted only after a confirmation', async () => {
  const { store, deps, lines } = await openAged();
  const sign = (count: number, createdAt: number) =>
    signUpMany(store, Array(count).fill(null), createdAt);
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

test('what nobody confirmed goes UNCONFIRMED_RETENTION_DAYS after its first message, however many, and is no part of the share that waits', async () => {
  const { store, deps } = await openAged();
  const requests = asking(121, ago(6));
  await signUpMany(store, requests, ago(6));
  await markSent(store, requests, ago(5) - 120); // the last one five days ago, the others before
  await signUpMany(store, Array(110).fill(null), ago(21));
  const found = { signups: 120, held: ['111 of 114 signups'] };
  for (const dryRun of [true, false])
    expect(await applyRetention(deps, { dryRun })).toMatchObject(found);
});

test('it stops between two steps when asked to, and continues the next time', async () => {
  const { store, deps } = await openAged();
  const stopping = new AbortController();
  let steps = 0;
  const pause = async () => {
    steps += 1;
    if (steps === 3) stopping.abort(); // it has counted the events, and deleted some
  };
  await applyRetention({ ...deps, pause }, { signal: stopping.signal });
  expect(await store.countRows()).toMatchObject({ events: 4, signups: 3 });
  await applyRetention(deps);
  expect(await store.countRows()).toEqual(left);
});

test('proof is kept for three calendar years, and never for less time than the events that rest on it', () => {
  const from = (iso: string, eventRetentionDays: number) => {
    const times = retentionTimes(Date.parse(iso), { ...config, eventRetentionDays });
    return new Date(times.consents).toISOString().slice(0, 10);
  };
  expect(from('2026-03-14', 10)).toBe('2023-03-14');
  expect(from('2028-02-29', 10)).toBe('2025-02-28');
  // A grant counts for 182 days; events recorded on the last of them are kept for 2,000 more.
  expect(from('2026-03-14', 2000)).toBe('2020-03-23');
});

test('a large share of the links of deleted signups waits for a confirmation', async () => {
  const { store, deps, lines } = await openAged();
  const requests = asking(110);
  await signUpMany(store, requests, NOON);
  for (const { token } of requests.slice(0, 30)) await store.leave(token, NOON);
  const [first] = requests;
  const at = { ...deps, now: () => ago(-15) };
  await createRetentionJob(deps).run(new AbortController().signal); // notes what was removed
  const later = await applyRetention(at);
  expect(later.held).toContain('30 of 110 links of deleted signups');
  expect(await store.leave(first?.token ?? '', NOON)).toBe('removed');
  expect((await applyRetention(at, { isAccepted: true })).held).toEqual([]);
  expect(await store.leave(first?.token ?? '', NOON)).toBe('unknown');
  expect(lines.join()).not.toContain('links');
});

test('the token of a deleted signup is kept as long as a backup, and no shorter than an unconfirmed one', async () => {
  const { store, deps } = await openAged();
  const request = newRequest();
  await store.insertSignup(signup({ email: 'left@a.example' }), request);
  await store.leave(request.token, NOON);
  const after = async (days: number, backupDays: number) => {
    await store.judgeClock(ago(-days), true);
    const job = createRetentionJob({ ...deps, backupDays, now: () => ago(-days) });
    await job.run(new AbortController().signal);
    return store.leave(request.token, NOON);
  };
  expect(await after(0, 14)).toBe('removed');
  expect(await after(14, 14)).toBe('removed');
  expect(await after(15, 20)).toBe('removed');
  expect(await after(15, 14)).toBe('unknown');
});
