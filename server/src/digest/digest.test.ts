import { expect, test } from 'vitest';
import { type FormsReport, type FunnelReport, figuresReportSchema } from '#shared/growth';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import { consentRateOf, totalsOf } from '#shared/totals';
import { digestCommand } from '../cli/growth/digest-command.ts';
import { parseConfig } from '../config.ts';
import { EXAMPLE_SITE } from '../site-config.ts';
import { batch, grant, newId, newRequest, signup } from '../store/testing/store-contract-data.ts';
import { runGrowth } from '../testing/sites/run-growth.ts';
import { createTestApp, NOON } from '../testing/test-app.ts';
import { runsOnPostgres } from '../testing/test-database.ts';
import { createTestLog } from '../testing/test-log.ts';
import { recipientOf } from '../webhooks/webhooks.ts';
import { digestWeek, makeDigest } from './digest.ts';
import { createDigestJob } from './digest-job.ts';
import { digestMail, digestText } from './digest-message.ts';

const ZONE = 'Europe/Berlin';
const TOKEN = 'a-token-for-the-tests';
/** Monday at 08:00 in Berlin; NOON is the Saturday before. */
const MONDAY_EIGHT = Date.UTC(2026, 2, 16, 7);

/** Last week and the week before have visits, signups, answers, errors, a note and an alert. */
async function openWeek() {
  const site = await createTestApp({ config: { growthToken: TOKEN } });
  const { store } = site;
  for (let visitor = 0; visitor < 60; visitor++) {
    const consentId = newId();
    const at = NOON - (visitor % 12) * DAY_MS + visitor * 1_000;
    await store.recordDecision(grant({ consentId, decidedAt: at, recordedAt: at }));
    const saw = {
      id: newId(),
      name: 'section_view',
      properties: { section_name: 'signup' },
      occurredAt: at,
    };
    const label = visitor % 7 === 0 ? 'error' : 'success';
    const sent = {
      id: newId(),
      name: 'form_submit',
      properties: { form_type: 'beta', event_label: label, email_domain: 'a.example' },
      occurredAt: at + 10,
    };
    const events = visitor % 3 === 0 ? [saw, sent] : [saw];
    await store.recordEvents(batch({ consentId, receivedAt: at + 20, events }));
    if (visitor % 3 > 0) continue;
    const request = newRequest({ at });
    await store.insertSignup(signup({ email: `p${visitor}@a.example`, createdAt: at }), request);
    if (visitor % 2 === 0) await store.confirmSignup(request.token, at + 60);
  }
  for (let day = 0; day < 12; day++) {
    const at = NOON - day * DAY_MS;
    const refusal = { consentId: null, analytics: false, decidedAt: at, recordedAt: at };
    await store.recordDecision(grant(refusal));
    await store.addPageCounts(
      new Date(at).toISOString().slice(0, 13).concat(':00'),
      new Map([['/', 9]]),
    );
  }
  const text = '<b>Product Hunt</b> & "friends"';
  await store.addNote({ id: newId(), at: NOON, kind: 'note', text });
  const alert = {
    id: newId(),
    name: 'no_events',
    text: 'No event arrived.',
    since: NOON,
    raisedAt: NOON,
  };
  await store.raiseAlert(alert);
  const deps = { reports: site.reports, store, zone: ZONE, delivers: false, mails: true };
  const openJob = () => {
    const { log } = createTestLog(() => site.clock.now);
    return createDigestJob({
      ...deps,
      site: EXAMPLE_SITE,
      config: {
        ...parseConfig({ WEBHOOK_URL: 'https://a.example/', WEBHOOK_FORMAT: 'slack' }),
        digestEmails: ['team@a.example', 'boss@a.example'],
      },
      wake: () => {},
      now: () => site.clock.now,
      newId,
      log,
    });
  };
  const run = () => openJob().run(new AbortController().signal);
  const waiting = async () => (await store.webhookStates())[0]?.waiting ?? 0;
  return { ...site, deps, run, waiting };
}

test('the figures of a digest are those of the console for the same week', async () => {
  const { app, deps } = await openWeek();
  const { span, week } = digestWeek(MONDAY_EIGHT, ZONE);
  expect(week).toBe('2026-03-09');
  const digest = await makeDigest(deps, span);
  const get = async <T>(path: string) => {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const answer = await app.request(`/growth/api/${path}`, { headers });
    expect(answer.status).toBe(200);
    return (await answer.json()) as T;
  };
  for (const [from, to, figures] of [
    ['2026-03-09', '2026-03-15', digest.week],
    ['2026-03-02', '2026-03-08', digest.before],
  ] as const) {
    const query = `from=${from}&to=${to}&zone=${ZONE}`;
    const totals = totalsOf(figuresReportSchema.parse(await get(`figures?${query}`)).buckets);
    const { steps } = await get<FunnelReport>(`funnel?preset=signup&${query}`);
    const forms = await get<FormsReport>(`forms?${query}`);
    const failed = forms.outcomes.find(({ outcome }) => outcome === 'error');
    const { signups, confirmed, pages } = totals;
    expect(figures).toMatchObject({ signups, confirmed, pages, consent: consentRateOf(totals) });
    expect(figures.conversion).toMatchObject({
      trials: steps[0]?.count,
      successes: steps[1]?.count,
    });
    expect(figures.formErrors).toEqual({
      trials: forms.people,
      successes: failed?.people,
    });
    expect(signups).toBeGreaterThan(0);
    expect(figures.formErrors.successes).toBeGreaterThan(0);
  }
  expect(digest.week.confirmed).toBeLessThan(digest.week.signups);
  expect(digest.days.map(({ signups }) => signups).reduce((a, b) => a + b)).toBe(
    digest.week.signups,
  );
  expect(digest.channels.length).toBeGreaterThan(0);
  const both = `from=${digest.from}&to=${digest.to}&beforeFrom=2026-03-02&beforeTo=2026-03-08`;
  expect(await get(`figures?${both}&zone=${ZONE}`)).toMatchObject({ summary: digest.sentence });
  expect(digestText(EXAMPLE_SITE, digest)).toContain(`\n\n${digest.sentence}\n\n`);
});

test('a note of people is text in the digest, and never markup', async () => {
  const { deps } = await openWeek();
  const digest = await makeDigest(deps, digestWeek(MONDAY_EIGHT, ZONE).span);
  const { html, text } = digestMail(EXAMPLE_SITE, digest);
  expect(html).toContain('&lt;b&gt;Product Hunt&lt;/b&gt; &amp; &quot;friends&quot;');
  expect(html).not.toMatch(/<b>|<img|https?:\/\/(?!dubkit)/);
  expect(text).toContain('<b>Product Hunt</b> & "friends"');
  // NOON in UTC is 13:00 in Berlin.
  expect(text).toContain(
    'Alerts (Europe/Berlin)\n2026-03-14 13:00 still raised: No event arrived.',
  );
  expect(text).toContain('Notes (Europe/Berlin)\n2026-03-14 13:00: <b>');
  expect(text).toMatch(/^Confirmed: \d+; before: \d+$/m);
  expect(digestText(EXAMPLE_SITE, digest)).toMatch(
    /^Conversion: [\d.]+ % \([\d.]+ % to [\d.]+ %, of \d+\)/m,
  );
});

test('it is queued on Monday at nine of the team, once, whatever process finds it due', async () => {
  const { run, waiting, clock, store } = await openWeek();
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
  ['less than 3 days', 3 * DAY_MS - 1, 1],
  ['3 days', 3 * DAY_MS, 0],
])('a start that is %s late sends %#', async (_, lateMs, expected) => {
  const { run, waiting, clock, store } = await openWeek();
  await store.mark({ name: 'digest', value: '2026-03-02', at: NOON });
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

if (!runsOnPostgres) {
  test('the command prints it, sends it when asked, and refuses to send it to nobody', async () => {
    const { database, store, waiting } = await openWeek();
    const printed = await runGrowth(digestCommand, database, []);
    expect(printed).toMatch(/^Dubkit: the week from /);
    expect(printed).not.toContain('Confirmed'); // nobody is asked without SMTP_URL
    await expect(runGrowth(digestCommand, database, ['--send'])).rejects.toThrow('nobody to send');
    const queued = async () => [await waiting(), (await store.mailState()).waiting];
    const [told = 0, mailed = 0] = await queued();
    const smtp = 'smtp://user:pass@mail.example:587';
    const env = {
      WEBHOOK_URL: 'https://a.example/',
      WEBHOOK_FORMAT: 'slack',
      SMTP_URL: smtp,
      DIGEST_EMAIL: 'team@a.example, boss@a.example',
    };
    expect(await runGrowth(digestCommand, database, ['--send'], { env })).toMatch(
      /\n3 messages queued\n$/,
    );
    expect(await queued()).toEqual([told + 1, mailed + 2]);
    const mark = (await store.readMark('digest'))?.at ?? 0;
    const sentAt = new Date(mark).getTime().toString(16).padStart(12, '0');
    const recipient = recipientOf(env.WEBHOOK_URL);
    const { message } = await store.nextMessage({ recipient, now: mark, hourly: null });
    expect(message?.id.replace('-', '').slice(0, 12)).toBe(sentAt);
    const { DIGEST_EMAIL: _, ...webhook } = env;
    expect(await runGrowth(digestCommand, database, ['--send'], { env: webhook })).toMatch(
      /\n1 message queued\n$/,
    );
  });
}
