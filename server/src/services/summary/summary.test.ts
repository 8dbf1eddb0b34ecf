import { expect, test } from 'vitest';
import type { FiguresReport } from '#shared/growth';
import type { Mailing } from '#shared/list';
import type { Traffic } from '#shared/reports';
import { addDays } from '#shared/time-buckets';
import { summarizeFigures } from './summarize-figures.ts';
import { summarizeFunnel } from './summarize-funnel.ts';
import { summarizeMailings, summarizeSignupList } from './summarize-list.ts';
import { summarizeTraffic } from './summarize-traffic.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');
const span = { from: addDays(NOW, -30, 'UTC'), to: NOW - 1 };
const earlier = { from: addDays(NOW, -60, 'UTC'), to: span.from - 1 };
const asked = { span, zone: 'UTC', least: 0 };

/** A generator of numbers from 0 to 1: mulberry32. The same seed gives the same runs. */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = randomFrom(44);
const binomial = (trials: number, rate: number) => {
  let successes = 0;
  for (let trial = 0; trial < trials; trial++) if (random() < rate) successes++;
  return successes;
};
/** Events at random times: a binomial of many rare ones is close to Poisson's distribution. */
const poisson = (mean: number) => binomial(mean * 50, 1 / 50);

const figures = (signups: number, grants: number, answers: number): FiguresReport => ({
  unit: 'day',
  buckets: [
    {
      from: '2026-02-01T00:00:00.000Z',
      signups: { notifyme: signups, beta: 0 },
      confirmed: { notifyme: 0, beta: 0 },
      pages: 1000,
      grants,
      refusals: answers - grants,
      withdrawals: 0,
    },
  ],
  unfinished: null,
  pages: [],
});
const ofFigures = (now: FiguresReport, before: FiguresReport) =>
  summarizeFigures(now, { report: before, span: earlier }, asked);

const traffic = (rows: [value: string, people: number, signups: number][]): Traffic => ({
  events: [],
  by: 'channel',
  rows: rows.map(([value, people, signups]) => ({ value, people, signups, events: people * 9 })),
});

const steps = (...counts: number[]) =>
  counts.map((count) => ({ event: 'x', count, averageSeconds: null, medianSeconds: null }));
const funnel = (counts: number[], rows: [string, number[]][] = []) => ({
  steps: steps(...counts),
  breakdown: rows.map(([value, own]) => ({ value, steps: steps(...own) })),
  others: null,
});
const askedFunnel = (breakdown: 'channel' | null) => ({ ...asked, labels: ['Saw it'], breakdown });

const CHANNELS = ['search', 'social', 'video', 'e-mail', 'campaign', 'other-site'];
const SIZES = [900, 500, 300, 200, 120, 60];
const RUNS = 1_000;
const claims = (sentenceOf: () => string) => {
  let count = 0;
  for (let run = 0; run < RUNS; run++) if (sentenceOf().includes('not chance')) count++;
  return count;
};

test('without any effect, at most one sentence in twenty claims one', () => {
  const found = {
    figures: claims(() =>
      ofFigures(
        figures(poisson(120), binomial(1500, 0.4), 1500),
        figures(poisson(120), binomial(1400, 0.4), 1400),
      ),
    ),
    traffic: claims(() =>
      summarizeTraffic(
        traffic(
          CHANNELS.map((value, index) => [
            value,
            SIZES[index] ?? 0,
            binomial(SIZES[index] ?? 0, 0.08),
          ]),
        ),
        asked,
      ),
    ),
    funnel: claims(() => {
      const rows = CHANNELS.map((value, index): [string, number[]] => [
        value,
        [SIZES[index] ?? 0, binomial(SIZES[index] ?? 0, 0.1)],
      ]);
      const finished = rows.reduce((sum, [, [, count = 0]]) => sum + count, 0);
      const now = funnel([2080, finished], rows);
      return summarizeFunnel(now, funnel([2000, binomial(2000, 0.1)]), askedFunnel('channel'));
    }),
  };
  for (const [name, count] of Object.entries(found))
    expect(count, `${name}: ${count} of ${RUNS}`).toBeLessThanOrEqual(RUNS / 20);
});

test('an effect that the interval can see is named', () => {
  expect(ofFigures(figures(127, 400, 1000), figures(60, 400, 1000))).toBe(
    '127 people signed up in 30 days, 2.1 times as many as before: not chance.',
  );
  expect(ofFigures(figures(100, 500, 1000), figures(100, 400, 1000))).toBe(
    '100 people signed up in 30 days, as many as before: within chance; 50.0 % agreed to be measured, 10.0 points more than before: not chance.',
  );
  const rows = traffic([
    ['search', 700, 50],
    ['social', 700, 20],
    ['video', 500, 18],
  ]);
  expect(summarizeTraffic(rows, asked)).toBe(
    'Search brings one signup in 14 visitors, 2.3 times as many as the other channels: not chance.',
  );
  expect(summarizeFunnel(funnel([1000, 150]), funnel([1000, 100]), askedFunnel(null))).toBe(
    '150 of 1,000 people took all steps in 30 days (15.0 %), 5.0 points more than before: not chance.',
  );
  const byChannel = funnel(
    [1900, 88],
    [
      ['search', [700, 50]],
      ['social', [1200, 38]],
    ],
  );
  expect(summarizeFunnel(byChannel, null, askedFunnel('channel'))).toBe(
    '88 of 1,900 people took all steps in 30 days (4.6 %); Search: 7.1 %, 2.3 times as many as the other channels: not chance.',
  );
});

test('what may be chance is called so', () => {
  expect(ofFigures(figures(127, 400, 1000), figures(115, 400, 1000))).toBe(
    '127 people signed up in 30 days, 10 % more than before: within chance.',
  );
  expect(
    summarizeTraffic(
      traffic([
        ['search', 700, 40],
        ['social', 700, 38],
      ]),
      asked,
    ),
  ).toBe(
    '78 of 1,400 visitors signed up in 30 days; no channel differs from the others beyond chance.',
  );
  expect(
    summarizeFunnel(funnel([1000, 400, 110]), funnel([1000, 400, 100]), askedFunnel(null)),
  ).toBe(
    '110 of 1,000 people took all steps in 30 days (11.0 %), 1.0 points more than before: within chance; most are lost after “Saw it”.',
  );
});

test('among too few people, it says how many more are needed', () => {
  expect(ofFigures(figures(4, 0, 0), figures(1, 0, 0))).toBe(
    '4 people signed up in 30 days, after 1 before: too few to tell, 36 more are needed to see a doubling.',
  );
  expect(
    summarizeTraffic(
      traffic([
        ['search', 30, 3],
        ['social', 10, 1],
      ]),
      asked,
    ),
  ).toBe(
    '4 of 40 visitors signed up in 30 days: too few to compare channels, about 160 more visitors are needed.',
  );
  expect(summarizeFunnel(funnel([20, 2]), funnel([100, 10]), askedFunnel(null))).toBe(
    '2 of 20 people took all steps in 30 days (10.0 %): too few to compare with before, 30 more are needed.',
  );
  expect(summarizeFunnel(funnel([547, 547]), funnel([507, 507]), askedFunnel(null))).toBe(
    '547 of 547 people took all steps in 30 days (100.0 %), as many as before: within chance.',
  );
  expect(summarizeFunnel(funnel([20, 20]), funnel([507, 507]), askedFunnel(null))).toBe(
    '20 of 20 people took all steps in 30 days (100.0 %): too few to tell, 10 more are needed.',
  );
  expect(summarizeFunnel(funnel([0, 0]), null, askedFunnel(null))).toBe(
    'Nobody took the first step in 30 days.',
  );
});

test('the list says who is on it, what matches, and what waits for the team', () => {
  const stages = { applied: 3, accepted: 1, declined: 0 };
  const none = { applied: 0, accepted: 0, declined: 0 };
  expect(summarizeSignupList(5, false, stages)).toBe(
    '5 people signed up; 2 of 3 applications wait for a decision.',
  );
  expect(summarizeSignupList(1, true, { ...stages, declined: 1 })).toBe(
    'One person on the list matches; one of 3 applications waits for a decision.',
  );
  expect(summarizeSignupList(0, false, none)).toBe(
    'Nobody signed up; no application waits for a decision.',
  );
});

test('of the mailings, the one under way is said, or the last', () => {
  const recipients = { waiting: 0, sent: 490, refused: 0, in_doubt: 0 };
  const mailing = (state: Mailing['state'], subject: string) => ({
    state,
    words: { en: { subject, text: '', link: null } },
    people: 2_000,
    recipients,
  });
  const [sending, paused, done, draft] = [
    mailing('sending', 'A'),
    mailing('paused', 'B'),
    mailing('done', 'C'),
    mailing('draft', 'D'),
  ];
  expect(summarizeMailings([draft, done, paused, sending])).toBe(
    '“A” is being sent: it has reached 490 of 2,000 people.',
  );
  expect(summarizeMailings([draft, done, paused])).toBe(
    '“B” is paused: it has reached 490 of 2,000 people.',
  );
  expect(summarizeMailings([draft, done])).toBe(
    'The last mailing, “C”, reached 490 of 2,000 people.',
  );
  expect(summarizeMailings([draft])).toBe('No mailing has been sent yet.');
});
