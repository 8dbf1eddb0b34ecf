import { formatCount } from '#shared/format-figures';
import type { FunnelResult } from '#shared/funnel';
import type { FunnelBreakdown } from '#shared/funnel-breakdowns';
import { conversionOf } from '#shared/funnel-steps';
import { clearAmong, FEW, type Rate, zOfDifference } from '#shared/statistics';
import { nameOfGroup } from '#shared/value-name';
import { summaryWords } from '../../words/server-messages.ts';
import { againstTheRest, newsOf, thanTheRest } from './summarize-groups.ts';
import {
  type Asked,
  inLength,
  peopleNeeded,
  percent,
  pointsWords,
  verdict,
} from './summary-words.ts';

const words = summaryWords.funnel;

type Counted = Pick<FunnelResult, 'steps' | 'breakdown' | 'others'>;

interface AskedFunnel extends Asked {
  labels: readonly string[];
  breakdown: FunnelBreakdown | null;
}

/**
 * Says in one sentence how many people took all steps, whether that is news, and where most were lost. It chooses from the
 * conversion beside that of the period before, and from each row of the breakdown beside the others.
 */
export function summarizeFunnel(
  now: Counted,
  before: Counted | null,
  { labels, breakdown: by, ...asked }: AskedFunnel,
): string {
  const rate = conversionOf(now.steps);
  if (rate.trials === 0) return words.nobody({ period: inLength(asked) });
  const then = before && conversionOf(before.steps);
  const groups =
    by === null
      ? []
      : [...now.breakdown, ...(now.others ? [{ value: null, steps: now.others.steps }] : [])].map(
          ({ value, steps }) => ({ value, rate: conversionOf(steps) }),
        );
  const tests = againstTheRest(groups);
  const [isChanged = false, ...isClear] = clearAmong([
    then === null ? 0 : zOfDifference(rate, then),
    ...tests.map(({ z }) => z),
  ]);
  const news = newsOf(tests, isClear.slice(0, now.breakdown.length));
  const parts = [
    words.tookAll({
      finished: formatCount(rate.successes),
      started: formatCount(rate.trials),
      period: inLength(asked),
      rate: percent(rate),
    }),
    then === null ? tooFew(rate) : changeOf(rate, then, isChanged),
    news && by !== null
      ? words.group({
          group: nameOfGroup(by, news.value),
          rate: percent(news.rate),
          compared: thanTheRest(news, by),
        })
      : largestLoss(now, labels),
  ];
  return summaryWords.sentence({ parts: parts.join('') });
}

const tooFew = ({ trials }: Rate) => (trials < FEW ? words.tooFew({ needed: FEW - trials }) : '');

function changeOf(now: Rate, then: Rate, isClear: boolean): string {
  const needed = peopleNeeded(now, then);
  if (needed !== 0) {
    // Everybody did, now and before: no number of people would make that a difference.
    if (needed === null && now.successes > 0) {
      const few = tooFew(now.trials < then.trials ? now : then);
      return few || words.asMany({ verdict: verdict(false) });
    }
    if (now.successes === 0 || needed === null) return words.unknown;
    return words.tooFewToCompare({ needed: formatCount(needed) });
  }
  return words.compared({ points: pointsWords(now, then), verdict: verdict(isClear) });
}

function largestLoss({ steps }: Counted, labels: readonly string[]): string {
  if (steps.length < 3) return '';
  const losses = steps.slice(1).map(({ count }, index) => (steps[index]?.count ?? 0) - count);
  const largest = Math.max(...losses);
  if (largest <= 0) return '';
  return words.loss({ step: labels[losses.indexOf(largest)] ?? '' });
}
