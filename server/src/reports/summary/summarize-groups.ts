import { formatCount } from '#shared/format-figures';
import type { FunnelBreakdown } from '#shared/funnel-breakdowns';
import { type Rate, zOfDifference } from '#shared/statistics';
import { summaryWords } from '../../words/server-messages.ts';
import { compared, shareOf, verdict } from './summary-words.ts';

/** People with a value, of whom some got to the end. */
export interface Group {
  value: string | null;
  rate: Rate;
}

interface Tested extends Group {
  /** All other groups together. */
  rest: Rate;
  z: number;
}

/** Tests each group against all others together, as the page does. */
export function againstTheRest(groups: readonly Group[]): Tested[] {
  const sum = (of: (rate: Rate) => number) => groups.reduce((all, { rate }) => all + of(rate), 0);
  const all = { successes: sum((rate) => rate.successes), trials: sum((rate) => rate.trials) };
  return groups.map(({ value, rate }) => {
    const rest = {
      successes: all.successes - rate.successes,
      trials: all.trials - rate.trials,
    };
    return { value, rate, rest, z: rest.trials === 0 ? 0 : zOfDifference(rate, rest) };
  });
}

/** Returns the clear group that is worth telling: the surest of the better ones, or else of the worse ones that may be told. */
export function newsOf(
  tests: readonly Tested[],
  isClear: readonly boolean[],
  mayBeWorse: (group: Group) => boolean = () => true,
): Tested | undefined {
  const clear = tests.filter((_, index) => isClear[index]);
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

/**
 * `per visitor 2.1 times as many as the other channels: not chance`.
 *
 * @param isFunnel whether the trials are those who took the first step: `2.1 times as many of those who took …`
 */
export function thanTheRest(
  { rate, rest }: Tested,
  by: FunnelBreakdown | 'pair',
  isFunnel = false,
): string {
  const words = summaryWords.rest;
  const { others } = summaryWords.groups[by];
  if (rest.successes === 0) return words.none({ others, verdict: verdict(true) });
  const [than, of] = isFunnel ? [words.forOthers({ others }), ` ${words.ofFirst}`] : [others, ''];
  const said = {
    compared: compared(shareOf(rate), shareOf(rest), than, of),
    verdict: verdict(true),
  };
  return isFunnel ? words.funnel(said) : words.visitors(said);
}
