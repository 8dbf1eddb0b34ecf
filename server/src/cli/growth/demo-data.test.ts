import { expect, onTestFinished, test, vi } from 'vitest';
import { FUNNEL_PRESETS, PRESETS, type Preset } from '#shared/site-funnels';
import { readDatabase } from '../../database/open-database.ts';
import { createDemoVisits } from '../../demo/demo-visits.ts';
import { demoAnswer } from '../../demo/testing/demo-answer.ts';
import { batch, grant, takeDeliveries, text } from '../../store/testing/store-contract-data.ts';
import { rounds } from '../../testing/rounds.ts';
import { openAlertingSite } from '../../testing/sites/alerting-site.ts';
import { runData } from '../../testing/sites/run-data.ts';
import { runGrowth } from '../../testing/sites/run-growth.ts';
import { temporaryFile } from '../../testing/temporary-folder.ts';
import { newTestDatabase } from '../../testing/test-app.ts';
import { openTestStore, rowsOf, runsOnPostgres, sqliteTest } from '../../testing/test-database.ts';
import { verifyCommand } from '../data/verify.ts';
import { apiCommand } from './api-command.ts';
import { demoDataCommand } from './demo-data.ts';
import { exportCommand } from './export-table.ts';
import { funnelCommand } from './funnel-command.ts';

vi.setConfig({ testTimeout: 60_000 });

const demo = (file: string, ...args: string[]) =>
  runGrowth(demoDataCommand, file, ['--days', '30', '--until', '2026-03-14', ...args]);
const counts = (steps: { count: number }[]) => steps.map(({ count }) => count);
const byValue = (groups: { value: string | null; steps: { count: number }[] }[]) =>
  Object.fromEntries(groups.map(({ value, steps }) => [String(value), counts(steps)]));

async function funnel(file: string, ...args: string[]) {
  return JSON.parse(await runGrowth(funnelCommand, file, ['--json', ...args]));
}

/** Returns the day of each event. */
async function daysOf(file: string): Promise<string[]> {
  const rows = await runGrowth(exportCommand, file, ['events', '--format', 'ndjson']);
  const lines = rows.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line).occurred_at.slice(0, 10));
}

test('five hundred people take the steps that the table says, of each preset, by source and button, and so are the other tables', async () => {
  const file = temporaryFile('demo.db');
  const text = await demo(file, '--people', '500');
  expect(text).toMatch(/holds 500 made-up people with 5000 events; 300 browsers refused/);
  // From the table that `npm run growth -- demo-data --help` prints: a hundred people of each of five sources.
  const { funnels, bySource, byLocation } = demoAnswer(500);
  expect(funnels.signup).toEqual([55 + 30 + 28 + 34 + 15, 25 + 11 + 12 + 15 + 4]);
  for (const preset of PRESETS) {
    const counted = await funnel(file, '--preset', preset);
    expect([preset, counts(counted.steps)]).toEqual([preset, funnels[preset]]);
    expect(counted.measured).toBe(500);
    expect(counted.consent).toEqual({ agreed: 500, answers: 800 });
  }
  const breakdown = async (preset: string, by = FUNNEL_PRESETS[preset as Preset].breakdown) =>
    byValue((await funnel(file, '--preset', preset, '--breakdown', by ?? 'none')).breakdown);
  expect(bySource.newsletter?.signup).toEqual([55, 25]);
  // Google's referrer is no source, so its people are with those who came directly.
  expect(await breakdown('signup', 'utm_source')).toEqual({
    ...{ newsletter: [55, 25], youtube: [28, 12], 'chatgpt.com': [34, 15] },
    null: [30 + 15, 11 + 4],
  });
  expect(await breakdown('button')).toEqual(byLocation);
  expect(byLocation['hero']).toEqual([26 + 6, 26 + 6, 26]);

  const days = (await daysOf(file)).sort();
  expect([days.length, days.at(0), days.at(-1)]).toEqual([5000, '2026-02-13', '2026-03-14']);
  const range = ['figures', 'from=2026-02-13', 'to=2026-03-14', '--json'];
  const { summary } = JSON.parse(await runGrowth(apiCommand, file, range));
  // 67 who are measured, and three of each hundred's refusals.
  expect(summary).toMatch(/^82 people signed up in 30 days/);
  const home = ['behaviour', 'from=2026-02-13', 'to=2026-03-14', 'filter=path:/', '--json'];
  const { scroll } = JSON.parse(await runGrowth(apiCommand, file, home));
  const reached = scroll.map(({ people }: { people: number }) => people);
  expect(reached).toEqual(reached.toSorted((a: number, b: number) => b - a));
  expect(new Set([...reached, 0]).size).toBe(6);
  expect(await runGrowth(funnelCommand, file, [])).toContain(
    'of the 62.5 % who agreed: 500 of 800 answers',
  );
});

sqliteTest(
  'by default they come over 90 days until this minute, scroll as people do, and raise no alert',
  async () => {
    const people = rounds(500, 2_000);
    const { database, judge, store, clock } = await openAlertingSite();
    const today = new RegExp(`^${new Date().toISOString().slice(0, 10)}`);
    await runGrowth(demoDataCommand, database, ['--people', String(people), '--force']);
    expect(new Set(await daysOf(database)).size).toBe(90);
    const [latest] = await readDatabase(database, (reader) => reader.latestEvents({ limit: 1 }));
    expect(new Date(latest?.receivedAt ?? 0).toISOString()).toMatch(today);
    const steps = [
      'section_view:section_name=hero',
      'scroll:percent_scrolled=50',
      'section_view:section_name=signup',
    ];
    const asked = await funnel(database, ...steps.flatMap((step) => ['--step', step]));
    expect(counts(asked.steps)[2]).toBeGreaterThan(people / 5);
    clock.advance(Date.now() - clock.now());
    await judge();
    expect(await store.readAlerts({ from: 0, to: Date.now() + 1e9 })).toEqual([]);
  },
);

test('the same seed gives exactly the same data, another seed other data', () => {
  const visitsOf = (seed: number) =>
    createDemoVisits({ people: 100, days: 30, until: Date.UTC(2026, 2, 15), seed });
  expect(visitsOf(1)).toEqual(visitsOf(1));
  expect(visitsOf(2)).not.toEqual(visitsOf(1));
  const signups = visitsOf(1).flatMap(({ signup }) => signup ?? []);
  const different = (name: 'name' | 'useCase' | 'youtubeChannel' | 'language') =>
    new Set(signups.map((signup) => signup[name])).size;
  expect(different('name')).toBeGreaterThan(signups.length / 2);
  expect(different('useCase')).toBeGreaterThan(5);
  expect(different('youtubeChannel')).toBeGreaterThan(3);
  expect(different('language')).toBeGreaterThan(3);
});

test('a database in use is not changed unless forced; then the text in force stays and no made-up event is delivered', async () => {
  const database = await newTestDatabase();
  const store = await openTestStore(database);
  onTestFinished(() => store.close());
  const asked = { ...text(), recipient: 'eu.i.posthog.com' };
  await store.publishConsentTexts([asked]);
  await store.recordDecision(grant());
  const fill = (...args: string[]) => demo(database, '--people', '100', ...args);
  await expect(fill()).rejects.toThrow(
    /already holds consents; name an empty or new one, .*DATABASE_URL=file:data\/demo\.db, or add --force/,
  );
  await fill('--force');
  await expect(fill('--force')).rejects.toThrow(/use another --seed/);
  await fill('--force', '--seed', '2');
  expect((await funnel(database)).measured).toBe(200);
  await store.recordEvents(batch());
  expect((await store.publishConsentTexts([asked])).revision).toBe(1);
  const texts = await rowsOf(database, 'consent_texts');
  expect(texts.map(({ revision }) => revision)).toEqual([0, 1]);
  const rule = { recipient: 'eu.i.posthog.com', now: Date.UTC(2026, 2, 15) };
  const outcomes = (await takeDeliveries(store, 3000, rule)).map(({ outcome }) => outcome);
  expect(outcomes.slice(0, 2000)).toEqual(Array(2000).fill('other_recipient'));
  expect(outcomes.slice(2000)).toEqual(['deliver']);
  if (!runsOnPostgres) await runData(verifyCommand, database);
});

test.each([
  [['--people', '150'], /^people is "150"; expected a multiple of 100/],
  [['--days', '0'], /^days is "0"; Too small: expected number to be >=1$/],
  [['--until', 'today'], /^until is "today"; expected a day like 2026-03-14/],
])('%j says what is wrong and what is expected', async (args, line) => {
  await expect(demo('none.db', ...args)).rejects.toThrow(line);
});
