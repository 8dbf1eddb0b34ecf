import { formatCount } from '#shared/format-figures';
import type { Rate, Tested } from '#shared/statistics';
import { summaryWords } from '../../words/server-messages.ts';
import { compared, shareOf, verdict } from './summary-words.ts';

/** People with a value, of whom some got to the end. */
export interface Group {
  value: string | null;
  rate: Rate;
}

/** Returns the clear group that is worth telling: the surest of the better ones, or else of the worse ones that may be told. */
export function newsOf(
  tests: readonly Tested<Group>[],
  mayBeWorse: (group: Group) => boolean = () => true,
): Tested<Group> | undefined {
  const clear = tests.filter(({ isClear }) => isClear);
  const [best] = clear.toSorted((a, b) => b.z - a.z);
  return best && best.z > 0 ? best : clear.filter(mayBeWorse).toSorted((a, b) => a.z - b.z)[0];
}

/** `one signup in 14 visitors`, and for a rate of more than a third the percentage. */
export function signupsOf({ successes, trials }: Rate): string {
  const words = summaryWords.traffic.rate;
  if (successes === 0) return words.none({ visitors: formatCount(trials) });
  const rate = successes / trials;
  if (rate > 1 / 3) return words.many({ signups: (rate * 100).toFixed(0) });
  return words.one({ visitors: formatCount(Math.round(1 / rate)) });
}

/** `per visitor 2.1 times as many as the others: not chance`. They may be visitors without a campaign, and so no other campaigns. */
export function thanTheRest({ rate, rest }: Tested<Group>, per: 'visitor' | 'person'): string {
  const words = summaryWords.rest;
  if (rest.successes === 0) return words.none({ verdict: verdict(true) });
  const more = compared(shareOf(rate), shareOf(rest), words.others);
  return words[per]({ compared: more, verdict: verdict(true) });
}
