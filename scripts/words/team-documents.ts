import { textsBelow } from './texts-below.ts';

/** Loads a module of the server. An older version may have other types, so nothing is said of them. */
export type LoadServer = (path: string) => Promise<Record<string, Callable>>;
type Callable = (...values: unknown[]) => unknown;
type Add = (label: string, document: unknown) => void;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Monday at 00:00 UTC. */
const NOW = Date.UTC(2026, 0, 5);
const SITE = { brand: 'Zeta & Söhne', url: 'https://zeta.test' };
const rate = (successes: number, trials: number) => ({ successes, trials });
const combine = <A, B>(some: readonly A[], others: readonly B[]): [A, B][] =>
  some.flatMap((one) => others.map((other): [A, B] => [one, other]));

/**
 * Adds what the team is told: each message of its catalogs, and how the code joins them in alerts, digests, webhooks,
 * problems, and the sentence of each view.
 */
export async function addTeamDocuments(load: LoadServer, add: Add): Promise<void> {
  const messages = load('words/server-messages.ts').catch(() => load('words/messages.ts')); // its name in older commits
  add('words of the team', textsBelow({ ...(await messages) }));
  await addAlerts(load, add);
  await addDigests(load, add);
  await addWebhooks(load, add);
  await addProblems(load, add);
  await addSummaries(load, add);
}

async function addAlerts(load: LoadServer, add: Add) {
  const rules = await load('alerts/alert-rules.ts');
  const { adviceOf } = await load('alerts/alert-watch.ts');
  const { alertMessage } = await load('mail/alert-message.ts');
  const { describeDoubt } = await load('jobs/clock.ts');
  const hours = Array.from({ length: 672 }, (_, hour) => ({
    from: NOW - (672 - hour) * HOUR_MS,
    signups: 3,
  }));
  for (const age of [90 * 60_000, 5 * HOUR_MS, 50 * HOUR_MS, 10 * DAY_MS]) {
    const at = NOW - age;
    const queue = { waitingSince: at, lastAt: null };
    const verdicts = rules['judgeAlerts']?.({
      now: NOW,
      dayAt: NOW,
      signups: { history: rules['signupHistory']?.(hours), lastAt: at },
      events: { lastAt: at, visitorsSince: 500, visitors: 1_000, measured: 500 },
      conversion: { today: rate(4, 1_000), before: rate(1_000, 9_000) },
      consent: { today: rate(100, 1_000), before: rate(5_000, 9_000) },
      forms: rate(30, 60),
      delivery: queue,
      mail: queue,
      mailBehind: 12,
      freeBytes: 12_345_678,
      bytesRefusedAt: { client: NOW - 1, site: age < DAY_MS ? null : NOW - 2 },
      backupAt: at,
      deletion: { waits: 'It waits.', isDoubtedElsewhere: false },
    }) as Record<string, { text?: string }>;
    for (const [name, { text }] of Object.entries(verdicts)) {
      const alert = { name, text, since: '2026', advice: adviceOf?.(name) };
      for (const kind of text ? ['alert.raised', 'alert.cleared'] : [])
        add(`alert: ${kind} ${name} (${age} ms)`, alertMessage?.(SITE, kind, alert));
    }
  }
  add('alert: clock', describeDoubt?.({ doubt: 'ahead', latest: NOW }, NOW - DAY_MS));
}

async function addDigests(load: LoadServer, add: Add) {
  const { digestMail } = await load('digest/digest-message.ts');
  const alert = { text: 'Wrong & bad.', raisedAt: NOW };
  for (const [signups, isFull] of combine([0, 1, 2, 1234], [false, true])) {
    const week = {
      signups,
      confirmed: isFull ? signups : null,
      pages: 12_345,
      conversion: isFull ? { ...rate(12, 1_200), low: 0.005, high: 0.02 } : rate(0, 0),
      consent: rate(signups, 2_000),
      formErrors: rate(0, isFull ? 9 : 0),
    };
    const digest = {
      from: '2026-01-05',
      to: '2026-01-11',
      zone: 'Europe/Berlin',
      sentence: 'A sentence.',
      week,
      before: week,
      days: [{ day: '2026-01-05', signups }],
      channels: isFull ? [{ channel: 'search', people: 1_500, signups: 1 }] : [],
      alerts: isFull ? [null, NOW].map((clearedAt) => ({ ...alert, clearedAt })) : [],
      notes: isFull ? [{ at: NOW, text: '<b>Note</b>' }] : [],
      delivery: isFull ? { waiting: 7, setAside: 0 } : null,
    };
    add(`digest: ${signups}, ${isFull ? 'full' : 'empty'}`, digestMail?.(SITE, digest));
  }
}

async function addWebhooks(load: LoadServer, add: Add) {
  const { slackText } = await load('webhooks/slack-text.ts');
  const types =
    'signup.created signup.confirmed signup.left alert.raised alert.cleared digest test';
  const person = { name: 'Ann', email: 'a@b.test', youtube_channel: '@a', use_case: 'A & B' };
  const alert = { text: 'Wrong.', advice: 'Look.', since: '2026', id: '1', summary: 'A\nB' };
  const all = [{}, { count: 3 }, { reason: 'expired' }, { ...person, ...alert }];
  for (const [type, values] of combine(types.split(' '), all)) {
    for (const signup_type of ['beta', 'notifyme']) {
      const message = { type, timestamp: '', data: { signup_type, ...values } };
      const label = `webhook: ${type} ${signup_type} ${Object.keys(values)}`;
      add(label, slackText?.(SITE.brand, message));
    }
  }
}

async function addProblems(load: LoadServer, add: Add) {
  const problems = await load('services/problems.ts');
  const { EXAMPLE_SITE } = await load('site-config.ts');
  const site = { ...(EXAMPLE_SITE as object), url: 'http://zeta.example' };
  const database = { database: 'file:a', trustedProxies: 0, rateLimits: null, siteUrl: null };
  const config = { ...database, smtp: {}, webhooks: { urls: [] } };
  add('problems: start', problems['problemsOfStart']?.({ config, site, isOutdated: true }));
  for (const state of ['failing', 'limited']) {
    const status = { status: () => ({ state, reason: 'a reason' }) };
    const receiver = { recipient: 'w', host: 'h.test', state, reason: 'a reason' };
    const store = {
      checkWritable: () => (state === 'limited' ? Promise.reject(new Error()) : undefined),
      usage: async () => ({ freeBytes: 12_345_678 }),
      webhookStates: async () => [{ offSince: 1, recipient: 'w' }],
    };
    const webhooks = { statuses: () => [receiver] };
    const deps = { store, relay: status, mail: status, deletions: status, webhooks };
    add(`problems: run ${state}`, await problems['problemsOfRun']?.(deps));
  }
  add('problems: mail', problems['problemsOfMail']?.({ refused: 9, sent: 0 }));
  const delivery = { waitingSince: NOW - 5 * HOUR_MS, setAside: 2 };
  add('problems: delivery', problems['problemsOfDelivery']?.(delivery, NOW));
  const store = { readAlerts: async () => [{ name: 'no_events' }, { name: 'unheard_of' }] };
  add('problems: alerts', await problems['problemsOfAlerts']?.(store, NOW));
}

/** People and signups of two sources, of which the second has twice the people. */
const SOURCES = combine([0, 6, 900], combine([0, 0.1, 0.5], [0, 0.02, 0.12, 0.6])).map(
  ([people, [first, second]]) => [
    { value: 'search', people, signups: Math.round(first * people) },
    { value: null, people: 2 * people, signups: Math.round(second * 2 * people) },
    { value: '(none)', people, signups: Math.round(second * people) },
  ],
);

async function addSummaries(load: LoadServer, add: Add) {
  const files = ['figures', 'funnel', 'traffic', 'tail'];
  const modules = files.map((name) => load(`services/summary/summarize-${name}.ts`));
  const summary: Record<string, Callable> = Object.assign({}, ...(await Promise.all(modules)));
  const counts = [0, 1, 7, 40, 44, 1_300];
  const lengths = [DAY_MS, 30 * DAY_MS, 1_500 * DAY_MS, HOUR_MS, 5 * HOUR_MS + 7];
  const spans = lengths.map((length) => ({ from: NOW - length, to: NOW - 1 }));
  const asks = combine([...spans, null], [0, 5]).map(([span, least]) => ({
    span,
    zone: 'UTC',
    least,
  }));
  const askOf = (index: number) => asks[index % asks.length];
  const kinds = (notifyme: number) => ({ notifyme, beta: 0 });
  const figures = (signups: number, grants: number) => {
    const counted = { signups: kinds(signups), confirmed: kinds(0), pages: 1_000, withdrawals: 0 };
    const from = '2026-02-01T00:00:00.000Z';
    const bucket = { from, ...counted, grants, refusals: 2_000 - grants };
    return { unit: 'day', buckets: [bucket], unfinished: null, pages: [] };
  };
  for (const [[now, then], grants] of combine(combine(counts, counts), [800, 1_000, 1_200])) {
    const before = { report: figures(then, 1_000), span: spans[1] };
    const sentence = summary['summarizeFigures']?.(figures(now, grants), before, asks[2]);
    add(`summary: figures ${now} ${then} ${grants}`, sentence);
  }
  for (const [count, ask] of combine(counts, asks))
    add(
      `summary: signups ${count} ${JSON.stringify(ask)}`,
      summary['summarizeSignups']?.(count, null, ask),
    );

  const bys = ['channel', 'utm_source', 'utm_medium', 'referrer_host', 'language'];
  const ofFunnel = [...bys, 'form_type', 'event_label', 'click_location', null];
  const steps = (people: number, signups: number) =>
    [people, (people + signups) / 2, signups].map((count) => ({ count }));
  for (const [index, rows] of SOURCES.entries()) {
    for (const [by, length] of combine(bys, [1, 3])) {
      const sentence = summary['summarizeTraffic']?.(
        { rows: rows.slice(0, length), by },
        askOf(index),
      );
      add(`summary: traffic ${index} ${by} ${length}`, sentence);
    }
    const sum = (key: 'people' | 'signups') => rows.reduce((all, row) => all + row[key], 0);
    const parts = rows.map((row) => ({ value: row.value, steps: steps(row.people, row.signups) }));
    for (const [by, then] of combine(ofFunnel, [null, ...counts])) {
      const before = then !== null && { steps: steps(1_400, then), breakdown: [], others: null };
      const breakdown = by ? parts.slice(0, 2) : [];
      const others = index % 2 === 0 ? (parts[2] ?? null) : null;
      const now = { steps: steps(sum('people'), sum('signups')), breakdown, others };
      const ask = { ...askOf(index), labels: ['Saw', 'Went', 'Did'], breakdown: by };
      const sentence = summary['summarizeFunnel']?.(now, before || null, ask);
      add(`summary: funnel ${index} ${by} ${then}`, sentence);
    }
  }
  for (const [count, limit] of combine([0, 1, 2, 12, 1_200], [1, 12, 99])) {
    const event = { occurredAt: NOW - 1, arrivedAt: NOW, people: count };
    const events = Array.from({ length: count }, (_, id) => ({ ...event, consentId: `${id}` }));
    const label = `summary: tail ${count} ${limit}`;
    add(label, summary['summarizeTail']?.(events, { now: NOW, limit }));
    add(`${label}, of figures`, summary['summarizeViewedTail']?.(events.slice(0, 1)));
  }
}
