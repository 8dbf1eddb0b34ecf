import { expect, test, vi } from 'vitest';
import { DAY_MS } from '#shared/limits';
import { batch, grant, newId, scroll, signup } from '../store/testing/store-contract-data.ts';
import { openAlertingSite as open, START } from '../testing/sites/alerting-site.ts';
import { judgeAlerts } from './alert-rules.ts';

/** The reports' thread starts slowly on a shared machine. */
vi.setConfig({ testTimeout: 90_000 });

const HOUR_MS = 3_600_000;
const EVER = { from: 0, to: START + 1e12 };

test('the facts come from the database: signups that stop, and events that stop while pages are served', async () => {
  const { store, judge, load, clock } = await open();
  const first = START - 28 * DAY_MS;
  const signups = Array.from({ length: 28 * 40 }, (_, index) =>
    signup({ email: `p${index}@a.example`, createdAt: first + index * 36 * 60_000 }),
  );
  await Promise.all(signups.map((one) => store.insertSignup(one)));
  for (let visitor = 0; visitor < 60; visitor++) {
    const consentId = newId();
    const at = first + visitor * 11 * HOUR_MS;
    await store.recordDecision(grant({ consentId, decidedAt: at, recordedAt: at }));
    const events = [scroll(25, at)];
    await store.recordEvents(batch({ consentId, receivedAt: at, events }));
    await store.addPageCounts(
      new Date(at).toISOString().slice(0, 13).concat(':00'),
      new Map([['/', 2]]),
    );
  }
  await store.mark({ name: 'backup', value: 'a', at: START });
  const facts = await load();
  expect(facts.signups.lastAt).toBe(signups.at(-1)?.createdAt);
  expect(facts.signups.history.count).toBe(28 * 40);
  expect(facts.events).toMatchObject({ pages: 120, people: 60 });
  await judge();
  const names = async () => (await store.readAlerts(EVER)).map(({ name }) => name).toSorted();
  expect(await names()).toEqual([]);
  const silence = 8 * HOUR_MS; // 13 signups are expected
  clock.advance(silence);
  await judge();
  expect(await names()).toEqual(['no_signups']);
  const quarter = new Date(START + silence - HOUR_MS).toISOString().slice(0, 13).concat(':00');
  await store.addPageCounts(quarter, new Map([['/', 40]]));
  await judge();
  expect(await names()).toEqual(['no_events', 'no_signups']);
  await store.insertSignup(signup({ email: 'new@a.example', createdAt: clock.now() }));
  await judge();
  clock.advance(600_000);
  await judge();
  const stillOpen = (await store.readAlerts(EVER)).filter(({ clearedAt }) => clearedAt === null);
  expect(stillOpen.map(({ name }) => name)).toEqual(['no_events']);
});

/** Many people who saw the form, of whom some sent it. Each of them has agreed at a time of their own. */
async function visit(
  { store }: Pick<Awaited<ReturnType<typeof open>>, 'store'>,
  { from, people, succeed, fail }: Record<'from' | 'people' | 'succeed' | 'fail', number>,
) {
  for (let visitor = 0; visitor < people; visitor++) {
    const consentId = newId();
    const at = from + visitor * 1_000;
    await store.recordDecision(grant({ consentId, decidedAt: at, recordedAt: at }));
    const event = (name: string, properties: Record<string, unknown>, occurredAt: number) => ({
      id: newId(),
      name,
      properties,
      occurredAt,
    });
    const label = visitor < succeed ? 'success' : 'error';
    const form = { form_type: 'beta', event_label: label, email_domain: 'a.example' };
    const events = [
      event('section_view', { section_name: 'signup' }, at),
      ...(visitor < succeed + fail ? [event('form_submit', form, at + 10)] : []),
    ];
    await store.recordEvents(batch({ consentId, receivedAt: at + 20, events }));
  }
}

test('rates come from the database: conversion and consent of today and of the days before, and form errors', async () => {
  const site = await open();
  const { store, load, judge, clock } = site;
  const today = (Math.floor(START / DAY_MS) + 1) * DAY_MS;
  clock.advance(today + 12 * HOUR_MS - START);
  await store.mark({ name: 'backup', value: 'a', at: clock.now() });
  await visit(site, { from: today - 3 * DAY_MS, people: 40, succeed: 10, fail: 0 });
  await visit(site, { from: today + HOUR_MS, people: 30, succeed: 20, fail: 5 });
  for (const decidedAt of [today - DAY_MS, today, today + 1]) {
    const refusal = { consentId: null, analytics: false, decidedAt, recordedAt: decidedAt };
    await store.recordDecision(grant(refusal));
  }
  expect(await load()).toMatchObject({
    conversion: {
      today: { trials: 30, successes: 20 },
      before: { trials: 40, successes: 10 },
    },
    consent: { today: { trials: 32, successes: 30 }, before: { trials: 41, successes: 40 } },
    forms: { trials: 25, successes: 5 },
  });
  await judge();
  expect(await store.readAlerts(EVER)).toMatchObject([
    { name: 'form_errors', text: 'The form failed for 5 of 25 people in the last 24 hours.' },
  ]);
});

test('what is not deleted is one alert, which names the clock or the counts', async () => {
  const { store, load, judge, clock } = await open();
  await store.mark({ name: 'backup', value: 'a', at: START });
  await store.seeTime(START);
  const texts = async () => (await store.readAlerts(EVER)).map(({ text }) => text);
  await store.mark({ name: 'retention', value: '21 of 102 signups', at: START });
  expect((await load()).deletion.waits).toMatch(/^Retention would delete 21 of 102 signups, /);
  clock.advance(3 * DAY_MS);
  await judge();
  await judge();
  expect(await texts()).toEqual([
    expect.stringMatching(/^The clock says .*Z, and the latest time in the database is .*Z, so /),
  ]);
  await store.mark({ name: 'retention', value: '', at: START });
  await store.seeTime(clock.now(), true);
  expect((await load()).deletion).toEqual({ waits: null, isDoubtedElsewhere: false });
  await store.seeTime(clock.now() + 9 * DAY_MS);
  expect(judgeAlerts(await load()).deletion_waits.state).toBe('unknown');
});
