import { expect, test } from 'vitest';
import type { FiguresReport } from '#shared/growth';
import type { Mailing } from '#shared/list';
import { addDays } from '#shared/time-buckets';
import { createRandom } from '../../testing/data/random.ts';
import { summarizeFigures } from './summarize-figures.ts';
import { summarizeFunnel } from './summarize-funnel.ts';
import { summarizeMailings, summarizeSignupList } from './summarize-list.ts';
import { summarizeTraffic } from './summarize-traffic.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');
const span = { from: addDays(NOW, -30, 'UTC'), to: NOW - 1 };
const earlier = { from: addDays(NOW, -60, 'UTC'), to: span.from - 1 };
const asked = { span, zone: 'UTC', least: 0 };

/** The same seed gives the same runs. */
const below = createRandom(44);
const random = () => below(1_000_000) / 1_000_000;
const binomial = (trials: number, rate: number) => {
  let successes = 0;
  for (let trial = 0; trial < trials; trial++) if (random() < rate) successes++;
  return successes;
};
/** Events at random times: a binomial of many rare ones is close to Poisson's distribution. */
const poisson = (mean: number) => binomial(mean * 50, 1 / 50);

type Counted = [signups: number, grants: number, answers: number];
const figures = ([signups, grants, answers]: Counted): FiguresReport => ({
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
const ofFigures = (now: Counted, before: Counted) =>
  summarizeFigures(figures(now), { report: figures(before), span: earlier }, asked);

const trafficOf = (...rows: [value: string, people: number, signups: number][]) =>
  summarizeTraffic(
    {
      events: [],
      by: 'channel',
      rows: rows.map(([value, people, signups]) => ({ value, people, signups, events: people })),
    },
    asked,
  );

const steps = (counts: number[]) =>
  counts.map((count) => ({ event: 'x', count, averageSeconds: null, medianSeconds: null }));
const funnel = (counts: number[], rows: [string, number[]][] = []) => ({
  steps: steps(counts),
  breakdown: rows.map(([value, own]) => ({ value, steps: steps(own) })),
  others: null,
});
const ofFunnel = (now: number[], before: number[] | null, rows: [string, number[]][] = []) => {
  const breakdown = rows.length > 0 ? 'channel' : null;
  const more = { ...asked, labels: ['Saw it'], breakdown } as const;
  return summarizeFunnel(funnel(now, rows), before && funnel(before), more);
};

const CHANNELS = ['search', 'social', 'video', 'e-mail', 'campaign', 'other-site'];
const SIZES = [900, 500, 300, 200, 120, 60];
const RUNS = 1_000;
const claims = (sentenceOf: () => string) => {
  let count = 0;
  for (let run = 0; run < RUNS; run++) if (sentenceOf().includes('not chance')) count++;
  return count;
};

/** People of each channel, of whom the same part signs up. */
const withRate = (rate: number) =>
  CHANNELS.map((value, index): [string, number, number] => {
    const people = SIZES[index] ?? 0;
    return [value, people, binomial(people, rate)];
  });

test.each<[string, () => string]>([
  [
    'figures',
    () =>
      ofFigures(
        [poisson(120), binomial(1500, 0.4), 1500],
        [poisson(120), binomial(1400, 0.4), 1400],
      ),
  ],
  ['traffic', () => trafficOf(...withRate(0.08))],
  [
    'funnel',
    () => {
      const rows = withRate(0.1).map(([value, ...own]): [string, number[]] => [value, own]);
      const finished = rows.reduce((sum, [, [, count = 0]]) => sum + count, 0);
      return ofFunnel([2080, finished], [2000, binomial(2000, 0.1)], rows);
    },
  ],
])('without any effect, at most one sentence in twenty of %s claims one', (_, sentenceOf) => {
  expect(claims(sentenceOf)).toBeLessThanOrEqual(RUNS / 20);
});

const mailingsIn = (...states: Mailing['state'][]) =>
  summarizeMailings(
    states.map((state) => ({
      state,
      words: { en: { subject: state, text: '', link: null } },
      people: 2_000,
      recipients: { waiting: 0, sent: 490, refused: 0, in_doubt: 0 },
    })),
  );
const ofList = (people: number, isFiltered: boolean, ...decided: [number, number, number]) => {
  const [applied, accepted, declined] = decided;
  return summarizeSignupList(people, isFiltered, { applied, accepted, declined });
};

test.each([
  // An effect that the interval can see is named.
  [
    ofFigures([127, 400, 1000], [60, 400, 1000]),
    '127 people signed up in 30 days, 2.1 times as many as before: not chance.',
  ],
  [
    ofFigures([100, 500, 1000], [100, 400, 1000]),
    'as many as before: within chance; 50.0 % agreed to be measured, 10.0 points more than before: not chance.',
  ],
  [
    trafficOf(['search', 700, 50], ['social', 700, 20], ['video', 500, 18]),
    'Search brings one signup in 14 visitors, 2.3 times as many as the other channels: not chance.',
  ],
  [
    ofFunnel([1000, 150], [1000, 100]),
    '150 of 1,000 people took all steps in 30 days (15.0 %), 5.0 points more than before: not chance.',
  ],
  [
    ofFunnel([1900, 88], null, [
      ['search', [700, 50]],
      ['social', [1200, 38]],
    ]),
    '(4.6 %); Search: 7.1 %, 2.3 times as many as the other channels: not chance.',
  ],
  // What may be chance is called so.
  [ofFigures([127, 400, 1000], [115, 400, 1000]), '10 % more than before: within chance.'],
  [
    trafficOf(['search', 700, 40], ['social', 700, 38]),
    '78 of 1,400 visitors signed up in 30 days; no channel differs from the others beyond chance.',
  ],
  [
    ofFunnel([1000, 400, 110], [1000, 400, 100]),
    '1.0 points more than before: within chance; most are lost after “Saw it”.',
  ],
  [ofFunnel([547, 547], [507, 507]), '(100.0 %), as many as before: within chance.'],
  // Among too few people, it says how many more are needed.
  [
    ofFigures([4, 0, 0], [1, 0, 0]),
    'after 1 before: too few to tell, 36 more are needed to see a doubling.',
  ],
  [
    trafficOf(['search', 30, 3], ['social', 10, 1]),
    'too few to compare channels, about 160 more visitors are needed.',
  ],
  [ofFunnel([20, 2], [100, 10]), '(10.0 %): too few to compare with before, 30 more are needed.'],
  [ofFunnel([20, 20], [507, 507]), '(100.0 %): too few to tell, 10 more are needed.'],
  [ofFunnel([0, 0], null), 'Nobody took the first step in 30 days.'],
  // The list says who is on it, what matches, and what waits for the team.
  [ofList(5, false, 3, 1, 0), '5 people signed up; 2 of 3 applications wait for a decision.'],
  [
    ofList(1, true, 3, 1, 1),
    'One person on the list matches; one of 3 applications waits for a decision.',
  ],
  [ofList(0, false, 0, 0, 0), 'Nobody signed up; no application waits for a decision.'],
  // Of the mailings, the one under way is said, or the last.
  [
    mailingsIn('draft', 'done', 'paused', 'sending'),
    '“sending” is being sent: it has reached 490 of 2,000 people.',
  ],
  [
    mailingsIn('draft', 'done', 'paused'),
    '“paused” is paused: it has reached 490 of 2,000 people.',
  ],
  [mailingsIn('draft', 'done'), 'The last mailing, “done”, reached 490 of 2,000 people.'],
  [mailingsIn('draft'), 'No mailing has been sent yet.'],
])('%s', (said, expected) => {
  expect(said).toContain(expected);
});
