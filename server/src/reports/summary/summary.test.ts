import { expect, test } from 'vitest';
import { FORM_OUTCOMES } from '#shared/event-values';
import { plain } from '#shared/format-figures';
import type { FiguresReport } from '#shared/growth';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import type { Mailing } from '#shared/list';
import { addDays } from '#shared/time-buckets';
import { createChance } from '../../testing/data/random.ts';
import { isCountedFrom, summarizeFigures } from './summarize-figures.ts';
import { summarizeForms, summarizeFunnel } from './summarize-funnel.ts';
import { summarizeApplications, summarizeMailings, summarizeSignupList } from './summarize-list.ts';
import { summarizeTraffic } from './summarize-traffic.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');
const span = { from: addDays(NOW, -30, 'UTC'), to: NOW - 1 };
const earlier = { from: addDays(NOW, -60, 'UTC'), to: span.from - 1 };
const asked = { span, zone: 'UTC' };

/** The same seed gives the same runs. */
const { poisson, binomial } = createChance(44);

type Counted = [signups: number, grants: number, answers: number, pages?: number];
const figures = ([signups, grants, answers, pages = 1000]: Counted): FiguresReport => ({
  unit: 'day',
  buckets: [
    {
      from: '2026-02-01T00:00:00.000Z',
      signups: { notifyme: signups, beta: 0 },
      confirmed: { notifyme: 0, beta: 0 },
      pages,
      grants,
      refusals: answers - grants,
      withdrawals: 0,
    },
  ],
  unfinished: null,
  pages: [],
});
/** Today, when some hours of it are over. */
const today = (hours: number) => ({
  ...asked,
  span: { from: NOW, to: NOW + hours * HOUR_MS - 1 },
});
const ofFigures = (now: Counted, before: Counted, span = earlier) =>
  summarizeFigures(figures(now), { report: figures(before), span }, asked);

const trafficOf = (...rows: [value: string, people: number, signups: number][]) =>
  summarizeTraffic(
    {
      people: rows.reduce((all, [, people]) => all + people, 0),
      signups: rows.reduce((all, [, , signups]) => all + signups, 0),
      ...{ events: [], by: 'channel' },
      rows: rows.map(([value, people, signups]) => ({ value, people, signups, events: people })),
    },
    asked,
  );

const pairsOf = (by: 'path' | 'channel', ...rows: [string, string | null, number, number][]) =>
  summarizeTraffic(
    {
      people: rows.reduce((all, [, , people]) => all + people, 0),
      signups: rows.reduce((all, [, , , signups]) => all + signups, 0),
      ...{ events: [], by, secondBy: 'viewport' },
      rows: rows.map(([value, secondValue, people, signups]) => {
        return { value, secondValue, people, signups, events: people };
      }),
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
  return summarizeFunnel(funnel(now, rows), before && funnel(before), { ...asked, breakdown });
};

const CHANNELS = ['search', 'social', 'video', 'e-mail', 'campaign', 'other-site'];
const SIZES = [900, 500, 300, 200, 120, 60];
/** People of each channel, of whom the same part signs up. */
const withRate = (rate: number) =>
  CHANNELS.map((value, index): [string, number, number] => {
    const people = SIZES[index] ?? 0;
    return [value, people, binomial(people, rate)];
  });

const figuresOf = (answers: number): Counted => [poisson(120), binomial(answers, 0.4), answers];
const asFunnelRows = (rows: [value: string, people: number, signups: number][]) =>
  rows.map(([value, ...own]): [string, number[]] => [value, own]);
const funnelWithRate = (rate: number) => {
  const rows = asFunnelRows(withRate(rate));
  const finished = rows.reduce((sum, [, [, count = 0]]) => sum + count, 0);
  return ofFunnel([2080, finished], null, rows);
};

/** The second sentence of a funnel with a breakdown. */
const rowOf = (sentences: string) => /\. (.+)/.exec(plain(sentences))?.[1] ?? '';

test.each<[string, () => string]>([
  ['figures', () => ofFigures(figuresOf(1500), figuresOf(1400))],
  ['traffic', () => trafficOf(...withRate(0.08))],
  ['the rows of a funnel', () => rowOf(funnelWithRate(0.1))],
])('without any effect, at most one sentence in twenty of %s claims one', (_, sentenceOf) => {
  const sentences = Array.from({ length: 5_000 }, sentenceOf);
  const claims = sentences.filter((sentence) => sentence.includes('not chance'));
  expect(claims.length).toBeGreaterThan(25);
  expect(claims.length).toBeLessThanOrEqual(250);
});

/** Each number of successes that is not too rare to matter, with its probability. */
function outcomesOf(trials: number, rate: number) {
  let log = trials * Math.log(1 - rate);
  return Array.from({ length: trials + 1 }, (_, successes) => {
    const probability = Math.exp(log);
    log += Math.log((((trials - successes) / (successes + 1)) * rate) / (1 - rate));
    return { successes, probability };
  }).filter(({ probability }) => probability > 1e-7);
}

// Exact, because the test of the chip is at 5 %: half of all counts of 5,000 sentences would be above.
test('without any effect, at most one sentence in twenty about a whole funnel claims one', () => {
  const before = outcomesOf(2000, 0.1);
  let claimed = 0;
  for (const now of outcomesOf(2080, 0.1))
    for (const then of before)
      if (ofFunnel([2080, now.successes], [2000, then.successes]).includes('not chance'))
        claimed += now.probability * then.probability;
  expect(claimed).toBeGreaterThan(0.04);
  expect(claimed).toBeLessThanOrEqual(0.05);
});

test('of those who sent the form, each counts once', () => {
  const formsOf = (people: number, ...best: [number, number, number]) =>
    summarizeForms({
      people,
      outcomes: FORM_OUTCOMES.map((outcome, index) => ({
        outcome,
        people,
        best: best[index] ?? 0,
      })),
    });
  expect(formsOf(1376, 1320, 30, 26)).toBe(
    'Of 1,376 who sent the form, 1,320 signed up, 30 had signed up before, and 26 (1.9 %) had an error and did not sign up.',
  );
  expect(formsOf(2, 1, 1, 0)).toContain(', 1 had signed up before,');
  expect(formsOf(0, 0, 0, 0)).toBe('');
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
  const stages = { applied, decided: accepted + declined, accepted, waitingSince: NOW };
  return summarizeSignupList(people, isFiltered, stages, NOW);
};

const BY_CHANNEL: [string, number, number][] = [
  ['search', 700, 50],
  ['social', 700, 20],
  ['video', 500, 18],
];

const WORSE: [string, number, number][] = [
  ...['search', 'social', 'video', 'campaign', 'other-site'].map(
    (value): [string, number, number] => [value, 300, 24],
  ),
  ['unknown', 300, 3],
  ['e-mail', 300, 6],
];

test.each([
  // An effect that the interval can see is named.
  [ofFigures([127, 400, 1000], [60, 400, 1000]), '2.1 times as many as before: not chance.'],
  // As the tile of signups says it: 1.98 standard errors, which among two comparisons would be chance.
  [ofFigures([135, 400, 1000], [102, 400, 1000]), '32 % more than before: not chance.'],
  [
    trafficOf(...BY_CHANNEL.slice(0, 2)),
    'per visitor 2.5 times as many as the others: not chance.',
  ],
  [
    ofFunnel([1400, 70], null, asFunnelRows(BY_CHANNEL.slice(0, 2))),
    'per person 2.5 times as many as the others: not chance.',
  ],
  [
    trafficOf(['search', 700, 40], ['social', 700, 38], ['video', 700, 39]),
    'no difference by channel is beyond chance.',
  ],
  [
    trafficOf(...BY_CHANNEL),
    'Search brings one signup in 14 visitors, per visitor 2.3 times as many as the others:',
  ],
  [
    pairsOf('channel', ['search', 'small', 700, 50], ['search', null, 700, 20]),
    'Search · Phones brings one signup in 14 visitors, per visitor 2.5 times as many as the others:',
  ],
  // A visitor sees several pages and signs up on one of them.
  [
    pairsOf('path', ['/', 'small', 700, 50], ['/about', 'small', 300, 0]),
    '700 people who agreed to be measured saw / · Phones in 30 days, more than any other page.',
  ],
  // With a filter by a page, there is no other to compare it with.
  [
    pairsOf('path', ['/', 'small', 700, 50], ['/', 'large', 300, 0]),
    '700 people who agreed to be measured saw / · Phones in 30 days.',
  ],
  [ofFunnel([1000, 150], [1000, 100]), '(15.0 %), 5.0 points more than before: not chance.'],
  [
    ofFunnel([1900, 88], null, asFunnelRows(BY_CHANNEL)),
    '88 of 1,900 people took all steps in 30 days (4.6 %). Search: 50 of 700 (7.1 %), per person 2.3 times as many as the others: not chance.',
  ],
  // The whole is compared, too; of worse rows, one that has a name.
  [
    ofFunnel([2100, 129], [2100, 189], asFunnelRows(WORSE)),
    '(6.1 %), 2.9 points less than before: not chance. E-mail: 6 of 300 (2.0 %), per person 71 % fewer than the others: not chance.',
  ],
  // What may be chance is called so, and few answers are no news.
  [ofFigures([100, 2, 20], [100, 400, 1000]), 'as many as before: within chance.'],
  // More in 30 days than in the 28 before, and fewer a day.
  [
    ofFigures([5700, 400, 1000], [5600, 400, 1000], { ...earlier, from: addDays(NOW, -58, 'UTC') }),
    '2 % more than before: within chance.',
  ],
  // A period with hardly anything in it is not compared with.
  [ofFigures([4, 4, 9], [0, 4, 9, 10]), '4 people signed up in 30 days.'],
  // Twice nobody is nobody.
  [ofFigures([4, 20, 40], [0, 20, 40]), '4 people signed up in 30 days, and nobody before.'],
  [ofFigures([24, 20, 40], [12, 20, 40]), '2.0 times as many as before: within chance.'],
  [ofFigures([25, 20, 40], [12, 20, 40]), '2.1 times as many as before: not chance.'],
  // Of what is shown: 50.0 % beside 45.0 %, which are 50.04 and 44.96.
  [ofFunnel([2500, 1251], [2500, 1124]), '(50.0 %), 5.0 points more than before: not chance.'],
  [ofFigures([127, 400, 1000], [0, 4, 9, 20]), '127 people signed up in 30 days.'],
  [ofFigures([127, 400, 1000], [115, 400, 1000]), '10 % more than before: within chance.'],
  [ofFunnel([547, 547], [507, 507]), '(100.0 %), the same share as before: within chance.'],
  // Where the figure has no chip, nothing is compared.
  [ofFigures([4, 0, 0], [1, 0, 0]), '4 people signed up in 30 days, and 1 before.'],
  [ofFunnel([1, 1], [4, 2]), '1 of 1 person took all steps in 30 days (100.0 %).'],
  // A filter leaves one row.
  [trafficOf(['search', 30, 3]), '3 of 30 visitors signed up in 30 days.'],
  [ofFunnel([0, 0], null), 'Nobody took the first step in 30 days.'],
  // A day that is not over is as many hours as it has.
  [summarizeFigures(figures([0, 0, 0]), null, today(3)), 'Nobody signed up in 3 hours.'],
  [summarizeFigures(figures([0, 0, 0]), null, today(24)), 'Nobody signed up in one day.'],
  // The list says who is on it, what matches, and what waits for the team.
  [ofList(5, false, 3, 1, 0), '5 people signed up; 2 applications wait for a decision.'],
  // A total beside the count of matches would read as if it were of them.
  [ofList(1, true, 3, 1, 1), 'One person on the list matches.'],
  [ofList(0, true, 3, 1, 1), 'Nobody on the list matches.'],
  [ofList(0, false, 0, 0, 0), 'Nobody signed up; no application waits for a decision.'],
  // Of applications, too, and how those decided were judged.
  [
    summarizeApplications({ applied: 9, decided: 4, accepted: 3, waitingSince: 0 }, 2.5 * DAY_MS),
    '9 applied; 5 wait for a decision, the longest for 2 days; 75.0 % of the others are accepted.',
  ],
  [
    summarizeApplications({ applied: 1, decided: 0, accepted: 0, waitingSince: 0 }, DAY_MS),
    'One person applied; one waits for a decision, for one day now.',
  ],
  // Of the mailings, the one under way is said, or the last.
  [mailingsIn('draft', 'done', 'paused', 'sending'), '“sending” is being sent: it has reached 490'],
  [mailingsIn('draft', 'done', 'paused'), '“paused” is paused: it has reached 490 of 2,000'],
  [mailingsIn('draft', 'done'), 'The last mailing, “done”, reached 490 of 2,000 people.'],
  [mailingsIn('draft'), 'No mailing has been sent yet.'],
])('%s', (said, expected) => {
  expect(plain(said)).toContain(expected);
});

test('no line of a sentence ends between a number and its percent sign', () => {
  const said = [ofFunnel([1000, 150], [1000, 100]), ofFigures([127, 400, 1000], [115, 400, 1000])];
  expect(said.join(' ')).toContain('(15.0\u00a0%)');
  expect(said.join(' ')).toContain('10\u00a0% more');
  expect(said.join(' ')).not.toContain(' %');
});

test('a period that begins before anything was counted is not compared, and says since when', () => {
  const since = Date.parse('2026-01-12T20:00:00Z');
  const said = (zone: string) => summarizeFigures(figures([80, 0, 0]), since, { ...asked, zone });
  expect(said('UTC')).toMatch(
    /^80 people signed up[^,:]*; nothing was counted before 12 Jan 2026\.$/,
  );
  expect(said('Asia/Tokyo')).toContain('before 13 Jan 2026.');
  // A site may begin at any hour of its first day, which says little of a day, and nothing of a month.
  const isCounted = (days: number) =>
    isCountedFrom({ from: since - 20 * HOUR_MS, to: since + days * DAY_MS }, since);
  expect([isCounted(1), isCounted(30)]).toEqual([false, true]);
});
