import { formatCount, formatShare } from '#shared/format-figures';
import { DAY_MS } from '#shared/limits';
import type { ApplicationStages, Mailing } from '#shared/list';
import type { SequencedEvent } from '../../store/store.ts';
import { summaryWords } from '../../words/server-messages.ts';
import { people } from './summary-words.ts';

type Decided = Pick<ApplicationStages, 'applied' | 'decided' | 'accepted' | 'waitingSince'>;

/** Says in one sentence who is on the list and what waits for the team, or how many match a search or filters. */
export function summarizeSignupList(
  total: number,
  isFiltered: boolean,
  stages: Decided,
  now: number,
): string {
  const words = summaryWords.list;
  return isFiltered
    ? words.match(total, { people: formatCount(total) })
    : words.signedUp({ people: people(total), waiting: waitingOf(words, stages, now) });
}

/** Says how many wait, and of the longest how many days. */
function waitingOf(
  { waiting }: Pick<typeof summaryWords.list, 'waiting'>,
  { applied, decided, waitingSince }: Decided,
  now: number,
): string {
  const words = summaryWords.list;
  const count = applied - decided;
  const said = waiting(count, { waiting: formatCount(count) });
  const days = Math.floor((now - (waitingSince ?? now)) / DAY_MS);
  if (days === 0) return said;
  return words.longest(count, {
    waiting: said,
    days: words.days(days, { days: formatCount(days) }),
  });
}

/** Says in one sentence how many have applied, how many of them wait, and how many of the others were accepted. */
export function summarizeApplications(stages: Decided, now: number): string {
  const words = summaryWords.applications;
  const { applied, decided, accepted } = stages;
  const said = { people: formatCount(applied), waiting: waitingOf(words, stages, now) };
  return decided === 0
    ? words.applied(applied, said)
    : words.decided({ ...said, share: formatShare(accepted, decided) });
}

/** Says in one sentence which mailing is under way, or was the last. */
export function summarizeMailings(
  mailings: readonly Pick<Mailing, 'state' | 'words' | 'people' | 'recipients'>[],
): string {
  const words = summaryWords.mailings;
  const of = (...states: Mailing['state'][]) =>
    mailings.find(({ state }) => states.includes(state));
  const mailing = of('starting', 'sending') ?? of('paused') ?? of('done', 'stopped');
  if (!mailing) return words.none;
  const { state } = mailing;
  const isOver = state === 'done' || state === 'stopped';
  const say = isOver ? words.over : words[state === 'paused' ? 'paused' : 'sending'];
  return say({
    subject: mailing.words.en?.subject ?? '',
    sent: formatCount(mailing.recipients.sent),
    people: formatCount(mailing.people),
  });
}

const words = summaryWords.tail;

const RECENT_MS = 30 * 60_000;

/**
 * Says in one sentence who is on the site now, of those who agreed to be measured.
 *
 * @param events the latest ones. All of the last half hour may be more than are listed
 */
export function summarizeTail(
  events: readonly SequencedEvent[],
  { now, limit }: { now: number; limit: number },
): string {
  const recent = events.filter(({ occurredAt }) => now - occurredAt <= RECENT_MS);
  const visitors = new Set(recent.map(({ consentId }) => consentId)).size;
  const count = { visitors: formatCount(visitors) };
  return recent.length === limit && visitors > 1
    ? words.atLeast(count)
    : words.visitors(visitors, count);
}
