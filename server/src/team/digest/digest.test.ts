import { expect, test, vi } from 'vitest';
import { plain } from '#shared/format-figures';
import type { FiguresReport, FormsReport, FunnelReport } from '#shared/growth';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import { consentRateOf, totalsOf } from '#shared/totals';
import { demoDataCommand } from '../../cli/growth/demo-data.ts';
import { parseConfig } from '../../settings/config.ts';
import { EXAMPLE_SITE } from '../../site/site-config.ts';
import { newId, newRequest, signup } from '../../store/testing/store-contract-data.ts';
import { openConsole } from '../../testing/sites/console-site.ts';
import { runGrowth } from '../../testing/sites/run-growth.ts';
import { NOON } from '../../testing/test-app.ts';
import { createTestLog } from '../../testing/test-log.ts';
import { digestWeek, makeDigest } from './digest.ts';
import { createDigestJob } from './digest-job.ts';
import { digestMail, digestText } from './digest-message.ts';

/** The reports' thread starts slowly on a shared machine. */
vi.setConfig({ testTimeout: 90_000 });

const ZONE = 'Europe/Berlin';
/** Monday at 08:00 in Berlin; NOON is the Saturday before. */
const MONDAY_EIGHT = Date.UTC(2026, 2, 16, 7);

async function open() {
  const site = await openConsole();
  const { store } = site;
  const deps = { reports: site.reports, store, zone: ZONE, delivers: false, mails: true };
  const run = () =>
    createDigestJob({
      ...deps,
      site: EXAMPLE_SITE,
      config: {
        ...parseConfig({ WEBHOOK_URL: 'https://a.example/', WEBHOOK_FORMAT: 'slack' }),
        digestEmails: ['team@a.example', 'boss@a.example'],
      },
      wake: () => {},
      now: () => site.clock.now,
      newId,
      log: createTestLog(() => site.clock.now).log,
    }).run(new AbortController().signal);
  const waiting = async () => (await store.webhookStates())[0]?.waiting ?? 0;
  return { ...site, deps, run, waiting };
}

/** Last week and the week before have visits, signups, answers, errors; last week has a confirmed signup, a note and an alert. */
async function fillWeeks({ store, database }: Awaited<ReturnType<typeof open>>) {
  const made = ['--people', '200', '--days', '14', '--until', '2026-03-15', '--force'];
  await runGrowth(demoDataCommand, database, made);
  const request = newRequest({ at: NOON });
  await store.insertSignup(signup({ createdAt: NOON }), request);
  await store.confirmSignup(request.token, NOON + 60);
  const text = '<b>Product Hunt</b> & "friends"';
  await store.addNote({ id: newId(), at: NOON, kind: 'note', text });
  const alert = { id: newId(), name: 'no_events', text: 'No event arrived.' };
  await store.raiseAlert({ ...alert, since: NOON, raisedAt: NOON });
}

test('the figures of a digest are those of the console for the same week, and a note is text', async () => {
  const site = await open();
  const { read } = site;
  await fillWeeks(site);
  const { span, week } = digestWeek(MONDAY_EIGHT, ZONE);
  expect(week).toBe('2026-03-09');
  const digest = await makeDigest(site.deps, span);
  for (const [from, to, figures] of [
    ['2026-03-09', '2026-03-15', digest.week],
    ['2026-03-02', '2026-03-08', digest.before],
  ] as const) {
    const query = `from=${from}&to=${to}&zone=${ZONE}`;
    const totals = totalsOf((await read<FiguresReport>(`figures?${query}`)).buckets);
    const { steps } = await read<FunnelReport>(`funnel?preset=signup&${query}`);
    const forms = await read<FormsReport>(`forms?${query}`);
    const failed = forms.outcomes.find(({ outcome }) => outcome === 'error')?.people ?? 0;
    const { signups, confirmed, pages } = totals;
    expect(figures).toMatchObject({
      ...{ signups, confirmed, pages, consent: consentRateOf(totals) },
      conversion: { trials: steps[0]?.count, successes: steps[1]?.count },
      formErrors: { trials: forms.people, successes: failed },
    });
    expect(Math.min(signups, failed)).toBeGreaterThan(0);
  }
  expect(digest.week.confirmed).toBeGreaterThan(0);
  const ofDays = digest.days.map(({ signups }) => signups).reduce((a, b) => a + b);
  expect(ofDays).toBe(digest.week.signups);
  expect(digest.channels.length).toBeGreaterThan(0);
  const both = `from=${digest.from}&to=${digest.to}&beforeFrom=2026-03-02&beforeTo=2026-03-08`;
  expect(await read<FiguresReport>(`figures?${both}&zone=${ZONE}`)).toMatchObject({
    summary: digest.sentence,
  });

  const { html, text } = digestMail(EXAMPLE_SITE, digest);
  expect(text).toContain(`\n\n${plain(digest.sentence)}\n\n`);
  expect(html).toContain('&lt;b&gt;Product Hunt&lt;/b&gt; &amp; &quot;friends&quot;');
  expect(html).not.toMatch(/<b>|<img|https?:\/\/(?!dubkit)/);
  // NOON in UTC is 13:00 in Berlin.
  expect(text).toContain('\n2026-03-14 13:00 still raised: No event arrived.');
  expect(text).toContain('\n2026-03-14 13:00: <b>Product Hunt</b> & "friends"');
  expect(text).toMatch(/^Signups: \d+, (?:[▲▼] |[+−])[\d.]+ % · \d+ before$/m);
  expect(text).toContain(`\nConfirmed: ${digest.week.confirmed}, `);
  expect(text).toMatch(
    /^Conversion: [\d.]+ % \([\d.]+ – [\d.]+ %, of \d+\), (?:[▲▼] |[+−])[\d.]+ points · [\d.]+ % before$/m,
  );
  // The week before that one was not counted.
  const first = await makeDigest(site.deps, digestWeek(MONDAY_EIGHT - 7 * DAY_MS, ZONE).span);
  expect(first.sentence).toContain('; nothing was counted before ');
  expect(digestText(EXAMPLE_SITE, first)).not.toMatch(/[%\d] before$/m);
});

test('it is queued on Monday at nine of the team, once, whatever process finds it due', async () => {
  const { run, waiting, clock, store } = await open();
  clock.now = MONDAY_EIGHT - 5 * DAY_MS;
  await run(); // the first start of this database, on a Wednesday
  clock.now = MONDAY_EIGHT + HOUR_MS - 1;
  await run();
  expect(await waiting()).toBe(0);
  clock.now += 1;
  await Promise.all([run(), run(), run()]);
  await run();
  expect(await waiting()).toBe(1);
  const recipient = (await store.webhookStates())[0]?.recipient ?? '';
  const { message } = await store.nextMessage({ recipient, now: clock.now, hourly: null });
  expect(message).toMatchObject({ kind: 'digest', payload: { from: '2026-03-09' } });
  clock.now += 7 * DAY_MS;
  await run();
  expect(await waiting()).toBe(2);
});

test.each([
  ['less than 3 days late', '2026-03-02', 3 * DAY_MS - 1, 1],
  ['3 days late', '2026-03-02', 3 * DAY_MS, 0],
])('%s it is queued as often as it should be', async (_, value, lateMs, expected) => {
  const { run, waiting, clock, store } = await open();
  await store.mark({ name: 'digest', value, at: NOON });
  clock.now = MONDAY_EIGHT + HOUR_MS + lateMs;
  await run();
  await run();
  expect(await waiting()).toBe(expected);
});

test.each([
  ['UTC', Date.UTC(2026, 2, 16, 9)],
  ['Europe/Berlin', Date.UTC(2026, 2, 16, 8)],
  ['America/New_York', Date.UTC(2026, 2, 16, 13)],
  ['Asia/Kolkata', Date.UTC(2026, 2, 16, 3, 30)],
])('in %s nine o’clock is %d', (zone, dueAt) => {
  expect(digestWeek(Date.UTC(2026, 2, 18), zone).dueAt).toBe(dueAt);
});
