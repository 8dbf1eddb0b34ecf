import { QUARTER_MS, startOfQuarter, viewedAt, viewedUntil } from '#shared/time';
import { MAX_BUCKETS, type Span, UNIT_MS } from '#shared/time-buckets';
import type { Range } from '#shared/time-range';
import type { ReceivedRange } from '../store/store.ts';

// When GROWTH_VIEWER_TOKEN shows something. Its holders see figures, and must not be able to put a single visit together
// from them. So they see only what had arrived when the last whole quarter of an hour ended. Their answers stay the same
// until the next one is over. Otherwise somebody who asks every second could tell which events are new, and those would be
// of one visit. viewed-figures.ts says what they see.

/**
 * Extends a range to whole quarters of an hour, and ends it with the last one that is over. A range that starts later is
 * empty. An open one starts long ago, because the first event would be of one person.
 */
export const inWholeQuarters = <Asked extends Range>(
  asked: Asked,
  now: number,
): Asked & ReceivedRange => ({
  ...asked,
  from: startOfQuarter(asked.from ?? viewedUntil(now) - LONGEST_MS),
  to: Math.min(endOfQuarter(asked.to ?? Number.POSITIVE_INFINITY), viewedUntil(now) - 1),
  receivedBefore: viewedUntil(now),
});
const endOfQuarter = (time: number) => startOfQuarter(time) + QUARTER_MS - 1;
/** One week less than a chart has, because a range may begin and end within a week. */
const LONGEST_MS = (MAX_BUCKETS - 1) * UNIT_MS.week;

/** The most answers of one report that are kept. One has up to 200 KB. */
const MAX_KEPT = 100;

/** Viewers have asked too many different questions since the last quarter of an hour ended. */
export class TooManyQuestionsError extends Error {
  /** How long no new question is answered. */
  readonly waitMs: number;

  constructor(waitMs: number) {
    super('viewers have asked too many different questions in this quarter of an hour');
    this.waitMs = waitMs;
  }
}

/**
 * Wraps a report so that a question is answered once for each quarter of an hour that is over. What is kept is the promise,
 * so that simultaneous questions see one state. Nothing in the database says what its present state was before, and an
 * erasure changes what it was. So an answer is never dropped for another one: beyond a number of them, a new question is
 * refused. A failure is not kept.
 *
 * @throws TooManyQuestionsError, as a rejection
 */
export function oncePerQuarter<Question, Answer>(
  read: (question: Question) => Promise<Answer>,
  now: () => number,
): typeof read {
  let until = Number.NaN;
  const kept = new Map<string, Promise<Answer>>();
  return async (question) => {
    if (until !== viewedUntil(now())) kept.clear();
    until = viewedUntil(now());
    const key = JSON.stringify([question]);
    const known = kept.get(key);
    if (known) return known;
    if (kept.size >= MAX_KEPT) throw new TooManyQuestionsError(viewedAt(until) - now());
    const answer = read(question);
    kept.set(key, answer);
    answer.catch(() => {
      if (kept.get(key) === answer) kept.delete(key);
    });
    return answer;
  };
}

/** Returns the range of alerts to read for a viewer: also those that were cleared after what a viewer sees. */
export const alertsInQuarters = (range: Span, now: number) => ({
  from: startOfQuarter(range.from),
  to: Math.min(endOfQuarter(range.to), viewedUntil(now) - 1),
  clearedFrom: viewedUntil(now),
});

type Alert = Record<'id' | 'name' | 'text', string> &
  Record<'since' | 'raisedAt', number> & { clearedAt: number | null };

/**
 * Returns what a viewer sees of alerts: one is raised because of the last signup, and cleared by the next. Its text has
 * counts of few people, and `since` may be the time of one signup.
 */
export function describeAlerts(alerts: readonly Alert[], now: number): Alert[] {
  const until = viewedUntil(now);
  return alerts
    .filter(({ raisedAt }) => raisedAt < until)
    .map(({ id, name, raisedAt, clearedAt, ...alert }) => ({
      ...alert,
      id: id.slice(-RANDOM_SIGNS),
      name,
      text: `The alert ${name} is raised.`,
      since: startOfQuarter(raisedAt),
      raisedAt: startOfQuarter(raisedAt),
      clearedAt: clearedAt === null || clearedAt >= until ? null : startOfQuarter(clearedAt),
    }));
}
/** The last characters of an id are random. The first ones are the time. */
const RANDOM_SIGNS = 12;
