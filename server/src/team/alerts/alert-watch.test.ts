import { expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import {
  batch,
  grant,
  madeAt,
  newId,
  newRequest,
  scroll,
  signup,
} from '../../store/testing/store-contract-data.ts';
import { openAlertingSite as open, START } from '../../testing/sites/alerting-site.ts';
import { datedValue } from '../dated-value.ts';
import {
  ALERT_NAMES,
  type AlertFacts,
  type AlertName,
  judgeAlerts,
  type Verdict,
} from './alert-rules.ts';
import { createAlertChanges } from './alert-watch.ts';

/** The reports' thread starts slowly on a shared machine. */
vi.setConfig({ testTimeout: 90_000 });

const EVER = { from: 0, to: START + 1e12 };
const HAS_1_MB = 'The disk of the database has 1 MB left.';

type AlertingSite = Awaited<ReturnType<typeof open>>;

/** What a receiver was told. The clock of these tests is too far ahead for the receiver's library. */
const told = ({ requests }: AlertingSite['receiver']) =>
  requests.map(({ body }) => JSON.parse(body));

/** Returns the state of an alert some time later. */
async function stateAfter({ load, clock }: AlertingSite, name: AlertName, ms: number) {
  clock.advance(ms);
  return judgeAlerts(await load())[name].state;
}

/** Judges once a minute, as the job does. */
async function judgeFor(minutes: number, { judge, clock }: AlertingSite, before = () => {}) {
  for (let minute = 0; minute < minutes; minute++) {
    before();
    await judge();
    clock.advance(60_000);
  }
}

/** Queues messages that ask for a confirmation. */
const queue = ({ store, clock }: AlertingSite, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const request = newRequest({ at: clock.now() });
      await store.insertSignup(signup({ email: `${newId()}@a.example` }), request);
      return request.id;
    }),
  );

test('an alert is raised and cleared once, by webhook and mail, also across a restart', async () => {
  const facts: Partial<AlertFacts> = { freeBytes: 1_000_000 };
  const site = await open(facts);
  const { store, restart, send, receiver, mailServer } = site;
  await judgeFor(5, site, restart);
  facts.freeBytes = 50e9;
  await judgeFor(10, site);
  expect(await store.readAlerts(EVER)).toMatchObject([{ name: 'little_space', clearedAt: null }]);
  await judgeFor(1, site);
  expect(await store.readAlerts(EVER)).toMatchObject([{ clearedAt: expect.any(Number) }]);
  await send();
  const since = new Date(START).toISOString();
  expect(told(receiver)).toMatchObject([
    { type: 'alert.raised', data: { name: 'little_space', text: HAS_1_MB, since } },
    { type: 'alert.cleared', data: { name: 'little_space' } },
  ]);
  expect(mailServer.mailbox.map(({ to }) => to)).toEqual(['team@a.example', 'team@a.example']);
  const [raised = '', cleared = ''] = mailServer.mailbox.map(({ raw }) => raw);
  expect(raised).toMatch(/^Subject: Dubkit: The disk of the database has 1 MB/m);
  expect(raised.replaceAll('=\r\n', '')).toContain(
    'npm run growth -- api alerts/little_space/silence',
  );
  expect(cleared).toContain('No longer: ');
  expect(cleared).not.toContain('silence');
});

test('an alert that clears during its silence is never told; one that is still wrong when it ends is told then, once', async () => {
  const facts: Partial<AlertFacts> = { freeBytes: 1 };
  const site = await open(facts);
  const { store, judge, restart, send, receiver, mailServer, clock } = site;
  await store.silenceAlert('little_space', START + 60_000);
  await judge();
  facts.freeBytes = 50e9;
  await judgeFor(12, site); // the silence ends before the alert is cleared
  expect(await store.readAlerts(EVER)).toMatchObject([{ clearedAt: expect.any(Number) }]);
  await send();
  expect([receiver.requests, mailServer.mailbox]).toEqual([[], []]);

  facts.freeBytes = 1_000_000;
  await store.silenceAlert('little_space', clock.now() + HOUR_MS);
  await judge();
  await send();
  expect(receiver.requests).toEqual([]);
  facts.freeBytes = 2_000_000;
  clock.advance(HOUR_MS);
  await Promise.all([judge(), judge()]);
  await judgeFor(2, site, restart);
  await send();
  const data = { text: HAS_1_MB.replace('1', '2') };
  expect(told(receiver)).toMatchObject([{ type: 'alert.raised', data }]);
  expect(mailServer.mailbox).toHaveLength(1);
});

test('while nothing reaches PostHog, that is an alert', async () => {
  const site = await open({}, { delivers: true });
  const { store } = site;
  await store.recordDecision(grant(madeAt(START)));
  await store.recordEvents(batch({ receivedAt: START, events: [scroll(25, START)] }));
  expect(await stateAfter(site, 'delivery_stands_still', 0)).toBe('fine');
  expect(await stateAfter(site, 'delivery_stands_still', HOUR_MS)).toBe('wrong');
});

test('one message that the mail server postpones is no standstill; five are, and one that it does not answer', async () => {
  const site = await open();
  const postpone = (id: string) => {
    const dueAt = START + 99 * HOUR_MS;
    return site.store.settleMessage(id, { outcome: 'retry', dueAt, reason: '450 4.1.2 later' });
  };
  const stateLater = (ms: number) => stateAfter(site, 'mail_stands_still', ms);
  for (const id of await queue(site, 1)) await postpone(id);
  expect(await stateLater(2 * HOUR_MS)).toBe('fine');
  const [unanswered = ''] = await queue(site, 1);
  expect([await stateLater(0), await stateLater(2 * HOUR_MS)]).toEqual(['fine', 'wrong']);
  await postpone(unanswered);
  expect(await stateLater(0)).toBe('fine');
  for (const id of await queue(site, 3)) await postpone(id);
  expect(await stateLater(2 * HOUR_MS)).toBe('wrong');
});

test('messages that our own limit of a mailbox holds back are no standstill', async () => {
  const site = await open();
  const { store, clock } = site;
  for (let count = 0; count < 9; count++) {
    const request = newRequest({ at: clock.now() });
    await store.insertSignup(signup({ email: `p+${count}@a.example` }), request);
    const now = clock.now();
    if (count < 3) await store.settleMessage(request.id, { outcome: 'sent', at: now });
    else expect(await store.startAttempt(request.id, { now, dueAt: now })).toBe(false);
  }
  expect(await stateAfter(site, 'mail_stands_still', 2 * HOUR_MS)).toBe('fine');
  expect(await stateAfter(site, 'mail_stands_still', DAY_MS)).toBe('wrong');
});

test('a site that never made a backup is reminded after a week, until one is recorded', async () => {
  const site = await open();
  expect(await stateAfter(site, 'no_backup', 0)).toBe('fine');
  expect(await stateAfter(site, 'no_backup', 7 * DAY_MS - 1)).toBe('fine');
  expect(await stateAfter(site, 'no_backup', 1)).toBe('wrong');
  await site.store.mark({ name: 'backup', value: 'x', at: site.clock.now() });
  expect(await stateAfter(site, 'no_backup', 0)).toBe('fine');
  for (const [value, state] of [
    ['it is broken', 'wrong'],
    ['', 'fine'],
  ] as const) {
    const at = site.clock.now();
    await site.store.mark({ name: 'drill', value: datedValue(at, value), at });
    expect(await stateAfter(site, 'drill_failed', 0)).toBe(state);
  }
});

test('a failed drill is of no interest any more once there is a newer backup', async () => {
  const site = await open();
  const at = site.clock.now();
  await site.store.mark({ name: 'backup', value: datedValue(at, '/gone'), at });
  await site.store.mark({ name: 'drill', value: datedValue(at, 'it is broken'), at });
  expect(await stateAfter(site, 'drill_failed', 8 * DAY_MS)).toBe('wrong');
  await site.store.mark({ name: 'backup', value: 'x', at: site.clock.now() });
  expect(await stateAfter(site, 'drill_failed', 0)).toBe('fine');
});

test('an alert is cleared ten minutes later although the clock jumped back', () => {
  const changesOf = createAlertChanges();
  const verdicts = Object.fromEntries(ALERT_NAMES.map((name) => [name, { state: 'fine' }]));
  const clearedAt = (now: number) =>
    changesOf(verdicts as Record<AlertName, Verdict>, new Set(['no_signups']), now).clear;
  expect(clearedAt(START + DAY_MS)).toEqual([]);
  expect(clearedAt(START)).toEqual([]);
  expect(clearedAt(START + 600_000)).toEqual(['no_signups']);
});
