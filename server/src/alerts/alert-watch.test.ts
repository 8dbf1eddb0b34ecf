import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import { createRelay } from '../posthog/delivery/relay.ts';
import {
  batch,
  grant,
  newId,
  newRequest,
  scroll,
  signup,
  text,
} from '../store/testing/store-contract-data.ts';
import { openAlertingSite as open, START } from '../testing/sites/alerting-site.ts';
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

test('an alert is raised and cleared once, by webhook and mail, also across a restart', async () => {
  const facts: Partial<AlertFacts> = { freeBytes: 1_000_000 };
  const { store, judge, restart, send, receiver, mailServer, clock } = await open(facts);
  for (let minute = 0; minute < 5; minute++) {
    await judge();
    restart();
    clock.advance(60_000);
  }
  facts.freeBytes = 50e9;
  for (let minute = 0; minute < 9; minute++) {
    await judge();
    clock.advance(60_000);
  }
  expect(await store.readAlerts(EVER)).toMatchObject([{ name: 'little_space', clearedAt: null }]);
  for (let minute = 0; minute < 5; minute++) {
    clock.advance(60_000);
    await judge();
  }
  expect(await store.readAlerts(EVER)).toMatchObject([
    { name: 'little_space', clearedAt: expect.any(Number) },
  ]);
  await send();
  // The clock of this test is too far ahead for the receiver's library.
  expect(receiver.requests.map(({ body }) => JSON.parse(body))).toMatchObject([
    {
      type: 'alert.raised',
      data: {
        name: 'little_space',
        text: 'The disk of the database has 1 MB left.',
        since: new Date(START).toISOString(),
        advice: 'Free some space, or nothing will be stored.',
      },
    },
    { type: 'alert.cleared', data: { name: 'little_space' } },
  ]);
  expect(mailServer.mailbox.map(({ to }) => to)).toEqual(['team@a.example', 'team@a.example']);
  expect(mailServer.mailbox[0]?.raw).toMatch(
    /^Subject: Dubkit: The disk of the database has 1 MB/m,
  );
  expect(mailServer.mailbox[0]?.raw.replaceAll('=\r\n', '')).toContain(
    'npm run alerts -- silence little_space',
  );
  expect(mailServer.mailbox[1]?.raw).toContain('No longer: ');
  expect(mailServer.mailbox[1]?.raw).not.toContain('silence');
});

test('an alert that clears during its silence is never told', async () => {
  const facts: Partial<AlertFacts> = { freeBytes: 1 };
  const { store, judge, send, receiver, mailServer, clock } = await open(facts);
  await store.silenceAlert('little_space', START + 60_000);
  await judge();
  facts.freeBytes = 50e9;
  for (let minute = 0; minute < 12; minute++) {
    await judge();
    clock.advance(60_000); // the silence ends before the alert is cleared
  }
  expect(await store.readAlerts(EVER)).toMatchObject([{ clearedAt: expect.any(Number) }]);
  await send();
  expect([receiver.requests, mailServer.mailbox]).toEqual([[], []]);
});

test('an alert that is still wrong when its silence ends is told then, once', async () => {
  const facts: Partial<AlertFacts> = { freeBytes: 1_000_000 };
  const { store, judge, restart, send, receiver, mailServer, clock } = await open(facts);
  await store.silenceAlert('little_space', START + HOUR_MS);
  await judge();
  await send();
  expect(await store.readAlerts(EVER)).toMatchObject([{ name: 'little_space' }]);
  expect(receiver.requests).toEqual([]);
  facts.freeBytes = 2_000_000;
  clock.advance(HOUR_MS);
  for (let minute = 0; minute < 3; minute++) {
    await Promise.all([judge(), judge()]);
    restart();
    clock.advance(60_000);
  }
  await send();
  expect(receiver.requests.map(({ body }) => JSON.parse(body))).toMatchObject([
    {
      type: 'alert.raised',
      data: {
        text: 'The disk of the database has 2 MB left.',
        since: new Date(START).toISOString(),
      },
    },
  ]);
  expect(mailServer.mailbox).toHaveLength(1);
});

test('while PostHog is unreachable, that is an alert, and it arrives', async () => {
  const { store, judge, send, receiver, mailServer, clock, ...sending } = await open(
    {},
    { delivers: true },
  );
  const posthogHost = 'http://127.0.0.1:9'; // nobody listens there
  const textHash = 'b'.repeat(64);
  await store.publishConsentTexts([{ ...text(textHash), recipient: new URL(posthogHost).host }]);
  const agreed = { revision: 2, textHash, decidedAt: START, recordedAt: START };
  await store.recordDecision(grant(agreed));
  await store.recordEvents(batch({ receivedAt: START, events: [scroll(25, START)] }));
  const config = { posthogKey: 'phc_key', posthogHost, siteUrl: 'https://a.test' };
  const relay = createRelay({ ...sending, ...clock, store, fetch, config });
  onTestFinished(() => relay.stop());
  relay.start();
  await judge();
  expect(await store.readAlerts(EVER)).toEqual([]);
  clock.advance(HOUR_MS);
  await judge();
  await send();
  expect(receiver.requests.map(({ body }) => JSON.parse(body).data.text)).toEqual([
    'No event has reached PostHog for 60 minutes, and some wait.',
  ]);
  expect(mailServer.mailbox).toHaveLength(1);
  expect(relay.status().state).toBe('failing');
});

test('a few messages that the server postpones for the sake of their receivers are no standstill of mail', async () => {
  const { store, load, clock } = await open();
  const postpone = async () => {
    const request = newRequest({ at: clock.now() });
    await store.insertSignup(signup({ email: `p${newId()}@a.example` }), request);
    const reason = '450 4.1.2 the domain was not found';
    const dueAt = clock.now() + 10 * HOUR_MS;
    await store.settleMessage(request.id, { outcome: 'retry', dueAt, reason });
  };
  await postpone();
  clock.advance(2 * HOUR_MS);
  expect(judgeAlerts(await load()).mail_stands_still.state).toBe('fine');
  await store.insertSignup(signup({ email: 'new@a.example' }), newRequest({ at: clock.now() }));
  expect(judgeAlerts(await load()).mail_stands_still.state).toBe('fine');
  clock.advance(2 * HOUR_MS);
  expect(judgeAlerts(await load()).mail_stands_still.state).toBe('wrong');
});

test('messages that our own limit of a mailbox holds back are no standstill', async () => {
  const { store, load, clock } = await open();
  for (let count = 0; count < 9; count++) {
    const request = newRequest({ at: clock.now() });
    await store.insertSignup(signup({ email: `p+${count}@a.example` }), request);
    const now = clock.now();
    if (count < 3) await store.settleMessage(request.id, { outcome: 'sent', at: now });
    else expect(await store.startAttempt(request.id, { now, dueAt: now })).toBe(false);
  }
  clock.advance(2 * HOUR_MS);
  expect(judgeAlerts(await load()).mail_stands_still.state).toBe('fine');
  clock.advance(24 * HOUR_MS);
  expect(judgeAlerts(await load()).mail_stands_still.state).toBe('wrong');
});

test('many messages that are postponed are a standstill', async () => {
  const { store, load, clock } = await open();
  for (let count = 0; count < 5; count++) {
    const request = newRequest({ at: clock.now() });
    await store.insertSignup(signup({ email: `p${count}@a.example` }), request);
    const dueAt = clock.now() + 10 * HOUR_MS;
    await store.settleMessage(request.id, { outcome: 'retry', dueAt, reason: '454 4.7.0 later' });
  }
  clock.advance(2 * HOUR_MS);
  expect(judgeAlerts(await load()).mail_stands_still.state).toBe('wrong');
});

test('mail that will expire before the hour lets it leave is behind, before it is lost', async () => {
  const { store, load, clock } = await open();
  const states: string[] = [];
  const queuedAt = clock.now();
  for (let count = 0; count < 24 * 200 + 1; count += 100) {
    await Promise.all(
      Array.from({ length: Math.min(100, 24 * 200 + 1 - count) }, (_, index) =>
        store.insertSignup(
          signup({ email: `p${count + index}@a.example` }),
          newRequest({ at: queuedAt }),
        ),
      ),
    );
  }
  for (const days of [0, 6, 0.1]) {
    clock.advance(days * DAY_MS);
    states.push(judgeAlerts(await load()).mail_is_behind.state);
  }
  expect(states).toEqual(['fine', 'fine', 'wrong']);
});

test('a site that never made a backup is reminded after a week, and a recorded one clears it', async () => {
  const { store, judge, clock } = await open();
  const countOpen = async () =>
    (await store.readAlerts(EVER)).filter(({ clearedAt }) => clearedAt === null).length;
  await judge();
  for (let day = 0; day < 7; day++) {
    clock.advance(day < 6 ? DAY_MS : DAY_MS - 1);
    await judge();
  }
  expect(await countOpen()).toBe(0);
  clock.advance(1);
  await judge();
  expect(await countOpen()).toBe(1);
  await store.mark({ name: 'backup', value: 'x', at: clock.now() });
  await judge();
  clock.advance(600_000);
  await judge();
  expect(await countOpen()).toBe(0);
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
