import { formatCount } from '#shared/format-figures';
import type { ApplicationStages, Mailing } from '#shared/list';
import { people } from './summary-words.ts';

type Decided = Pick<ApplicationStages, 'applied' | 'accepted' | 'declined'>;

/** Says in one sentence who is on the list, or matches a search or filters, and what waits for the team. */
export function summarizeSignupList(
  total: number,
  isFiltered: boolean,
  { applied, accepted, declined }: Decided,
): string {
  const who = isFiltered
    ? `${people(total, { least: 0 })} on the list ${total < 2 ? 'matches' : 'match'}`
    : `${people(total, { least: 0 })} signed up`;
  const waiting = applied - accepted - declined;
  const wait =
    waiting === 0
      ? 'no application waits'
      : `${formatCount(waiting)} of ${formatCount(applied)} applications ${waiting === 1 ? 'waits' : 'wait'}`;
  return `${who}; ${wait} for a decision.`;
}

/** Says in one sentence which mailing is under way, or was the last. */
export function summarizeMailings(
  mailings: readonly Pick<Mailing, 'state' | 'words' | 'people' | 'recipients'>[],
): string {
  const of = (...states: Mailing['state'][]) =>
    mailings.find(({ state }) => states.includes(state));
  const mailing = of('starting', 'sending') ?? of('paused') ?? of('done', 'stopped');
  if (!mailing) return 'No mailing has been sent yet.';
  const { state, words, recipients } = mailing;
  const name = `“${words.en?.subject}”`;
  const reached = `${formatCount(recipients.sent)} of ${formatCount(mailing.people)} people`;
  if (state === 'done' || state === 'stopped')
    return `The last mailing, ${name}, reached ${reached}.`;
  return `${name} ${state === 'paused' ? 'is paused' : 'is being sent'}: it has reached ${reached}.`;
}
