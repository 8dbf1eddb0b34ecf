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

/** Adds what the team is told: alerts, digests, messages to webhooks, problems, and the sentence of each view. */
export async function addTeamDocuments(load: LoadServer, add: Add): Promise<void> {
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
  const history = rules['signupHistory']?.(hours);
  for (const age of [90 * 60_000, 5 * HOUR_MS, 50 * HOUR_MS, 10 * DAY_MS]) {
    const at = NOW - age;
    const queue = { waitingSince: at, lastAt: null };
    const facts = {
      now: NOW,
      dayAt: NOW,
      signups: { history, lastAt: at },
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
    };
    const verdicts = rules['judgeAlerts']?.(facts) as Record<string, { text?: string }>;
    for (const [name, verdict] of Object.entries(verdicts)) {
      if (!verdict.text) continue;
      const alert = { name, text: verdict.text, since: '2026', advice: adviceOf?.(name) };
      for (const kind of ['alert.raised', 'alert.cleared'])
        add(`alert: ${kind} ${name} (${age} ms)`, alertMessage?.(SITE, kind, alert));
    }
  }
  add('alert: clock', describeDoubt?.({ doubt: 'ahead', latest: NOW }, NOW - DAY_MS));
}

async function addDigests(load: LoadServer, add: Add) {
  const { digestMail } = await load('digest/digest-message.ts');
  for (const [signups, isFull] of combine([0, 1, 2, 1234], [false, true])) {
    const week = {
      signups,
      confirmed: isFull ? signups : null,
      pages: 12_345,
      conversion: isFull ? { ...rate(12, 1_200), low: 0.005, high: 0.02 } : rate(0, 0),
      consent: rate(signups, 2_000),
      formErrors: rate(0, isFull ? 9 : 0),
    };
    const alert = { text: 'Wrong & bad.', raisedAt: NOW };
    const digest = {
      from: '2026-01-05',
      to: '2026-01-11',
      zone: 'Europe/Berlin',
      sentence: 'A sentence.',
      week,
      before: week,
      days: [{ day: '2026-01-05', signups }],
      channels: isFull ? [{ channel: 'search', people: 1_500, signups: 1 }] : [],
      alerts: isFull
        ? [
            { ...alert, clearedAt: null },
            { ...alert, clearedAt: NOW },
          ]
        : [],
      notes: isFull ? [{ at: NOW, text: '<b>Note</b>' }] : [],
      delivery: isFull ? { waiting: 7, setAside: 0 } : null,
    };
    add(`digest: ${signups}, ${isFull ? 'full' : 'empty'}`, digestMail?.(SITE, digest));
  }
}

const WEBHOOK_TYPES = [
  'signup.created',
  'signup.confirmed',
  'signup.left',
  'alert.raised',
  'alert.cleared',
  'digest',
  'test',
];

async function addWebhooks(load: LoadServer, add: Add) {
  const { slackText } = await load('webhooks/slack-text.ts');
  const person = { name: 'Ann', email: 'a@b.test', youtube_channel: '@a', use_case: 'A & B' };
  const alert = { text: 'Wrong.', advice: 'Look.', since: '2026', id: '1' };
  const all = [{}, { count: 3 }, { reason: 'expired' }, { ...person, ...alert, summary: 'A\nB' }];
  for (const [type, data] of combine(WEBHOOK_TYPES, all)) {
    for (const signup_type of ['beta', 'notifyme']) {
      const text = slackText?.(SITE.brand, { type, timestamp: '', data: { signup_type, ...data } });
      add(`webhook: ${type} ${signup_type} ${Object.keys(data)}`, text);
    }
  }
}

async function addProblems(load: LoadServer, add: Add) {
  const problems = await load('services/problems.ts');
  const { EXAMPLE_SITE, ...site } = await load('site-config.ts');
  const config = {
    siteUrl: null,
    trustedProxies: 0,
    rateLimits: null,
    smtp: {},
    webhooks: { urls: [] },
    database: 'file:a',
  };
  const example = { ...(EXAMPLE_SITE as object), url: 'http://zeta.example' };
  const start = { config, site: example, isOutdated: true };
  add(`problems: start ${Object.keys(site).length > 0}`, problems['problemsOfStart']?.(start));
  const status = (state: string) => ({ status: () => ({ state, reason: 'a reason' }) });
  for (const state of ['failing', 'limited']) {
    const deps = {
      store: {
        checkWritable: async () => {
          if (state === 'limited') throw new Error();
        },
        usage: async () => ({ freeBytes: 12_345_678 }),
        webhookStates: async () => [{ offSince: 1, recipient: 'w' }],
      },
      relay: status(state),
      mail: status(state),
      deletions: status(state),
      webhooks: {
        statuses: () => [{ recipient: 'w', host: 'h.test', state, reason: 'a reason' }],
      },
    };
    add(`problems: run ${state}`, await problems['problemsOfRun']?.(deps));
  }
  add('problems: mail', problems['problemsOfMail']?.({ refused: 9, sent: 0 }));
  const delivery = { waitingSince: NOW - 5 * HOUR_MS, setAside: 2 };
  add('problems: delivery', problems['problemsOfDelivery']?.(delivery, NOW));
  const open = [{ name: 'no_events' }, { name: 'unheard_of' }];
  add(
    'problems: alerts',
    await problems['problemsOfAlerts']?.({ readAlerts: async () => open }, NOW),
  );
}

async function addSummaries(load: LoadServer, add: Add) {
  const summary = {
    ...(await load('services/summary/summarize-figures.ts')),
    ...(await load('services/summary/summarize-funnel.ts')),
    ...(await load('services/summary/summarize-traffic.ts')),
    ...(await load('services/summary/summarize-tail.ts')),
  };
  const span = { from: NOW - 30 * DAY_MS, to: NOW - 1 };
  const before = { from: NOW - 60 * DAY_MS, to: span.from - 1 };
  const lengths = [DAY_MS, 30 * DAY_MS, 1_500 * DAY_MS, HOUR_MS, 5 * HOUR_MS + 7];
  const asks = [
    ...combine(lengths, [0, 5]).map(([length, least]) => ({
      span: { from: NOW - length, to: NOW - 1 },
      zone: 'UTC',
      least,
    })),
    { span: null, zone: 'UTC', least: 0 },
  ];
  const asked = { span, zone: 'UTC', least: 0 };
  const figures = (signups: number, grants: number) => ({
    unit: 'day',
    buckets: [
      {
        from: '2026-02-01T00:00:00.000Z',
        signups: { notifyme: signups, beta: 0 },
        confirmed: { notifyme: 0, beta: 0 },
        pages: 1_000,
        grants,
        refusals: 2_000 - grants,
        withdrawals: 0,
      },
    ],
    unfinished: null,
    pages: [],
  });
  const counts = [0, 1, 7, 40, 44, 100, 1_300];
  for (const [now, then] of combine(counts, counts)) {
    for (const grants of [800, 1_000, 1_200]) {
      const earlier = { report: figures(then, 1_000), span: before };
      const sentence = summary['summarizeFigures']?.(figures(now, grants), earlier, asked);
      add(`summary: figures ${now} ${then} ${grants}`, sentence);
    }
  }
  for (const [index, ask] of asks.entries()) {
    for (const count of counts)
      add(`summary: signups ${index} ${count}`, summary['summarizeSignups']?.(count, null, ask));
  }
  const BYS = ['channel', 'utm_source', 'utm_medium', 'referrer_host', 'language'];
  const FUNNEL_BYS = [...BYS, 'form_type', 'event_label', 'click_location', null];
  const values = ['search', 'video', null, '(none)'];
  const groups = combine(
    [0, 6, 400, 900],
    combine([0, 0.02, 0.1, 0.5], [0, 0.02, 0.1, 0.12, 0.6]),
  ).map(([people, shares]) =>
    [...shares, shares[1]].map((share, index) => ({
      value: values[index] ?? null,
      people: index === 1 ? 2 * people : people,
      signups: Math.round(share * (index === 1 ? 2 * people : people)),
    })),
  );
  for (const [index, rows] of groups.entries()) {
    for (const by of BYS) {
      const ask = asks[index % asks.length];
      add(`summary: traffic ${index} ${by}`, summary['summarizeTraffic']?.({ rows, by }, ask));
      const one = { rows: rows.slice(0, 1), by };
      add(`summary: traffic, one row ${index} ${by}`, summary['summarizeTraffic']?.(one, ask));
    }
    const steps = (row: { people: number; signups: number }) =>
      [row.people, (row.people + row.signups) / 2, row.signups].map((count) => ({ count }));
    const whole = rows.reduce(
      (all, row) => ({ people: all.people + row.people, signups: all.signups + row.signups }),
      { people: 0, signups: 0 },
    );
    const breakdown = rows.slice(0, 2).map((row) => ({ value: row.value, steps: steps(row) }));
    const others = index % 2 === 0 ? { steps: steps(rows[2] ?? whole) } : null;
    for (const by of FUNNEL_BYS) {
      const ask = { ...asks[index % asks.length], labels: ['Saw', 'Went', 'Did'], breakdown: by };
      const now = { steps: steps(whole), breakdown: by ? breakdown : [], others };
      for (const then of [null, ...counts]) {
        const earlier = then !== null && {
          steps: steps({ people: 1_400, signups: then }),
          breakdown: [],
          others: null,
        };
        const sentence = summary['summarizeFunnel']?.(now, earlier || null, ask);
        add(`summary: funnel ${index} ${by} ${then}`, sentence);
      }
    }
  }
  for (const count of [0, 1, 2, 12, 1_200]) {
    const events = Array.from({ length: count }, (_, id) => ({
      occurredAt: NOW - 1,
      consentId: `${id}`,
      arrivedAt: NOW,
      people: count,
    }));
    for (const limit of [1, 2, 12, 99])
      add(
        `summary: tail ${count} ${limit}`,
        summary['summarizeTail']?.(events, { now: NOW, limit }),
      );
    add(`summary: tail of figures ${count}`, summary['summarizeViewedTail']?.(events.slice(0, 1)));
  }
}
