import { compareRates } from '#shared/compare-figures';
import { formatCount, formatShare } from '#shared/format-figures';
import type { FunnelResult } from '#shared/funnel';
import type { FunnelBreakdown } from '#shared/funnel-breakdowns';
import { conversionOf } from '#shared/funnel-steps';
import type { FormsReport } from '#shared/growth';
import { againstTheRest, type Rate } from '#shared/statistics';
import { nameOfGroup } from '#shared/value-name';
import { summaryWords } from '../../words/server-messages.ts';
import { type Group, newsOf, thanTheRest } from './summarize-groups.ts';
import { type Asked, inLength, percent, pointsWords, verdict } from './summary-words.ts';

const words = summaryWords.funnel;

type Counted = Pick<FunnelResult, 'steps' | 'breakdown' | 'others'>;

interface AskedFunnel extends Asked {
  breakdown: FunnelBreakdown | null;
}

/**
 * Says how many people took all steps beside the period before, and with a breakdown in a second sentence which of its rows is
 * clear of the others.
 */
export function summarizeFunnel(
  now: Counted,
  before: Counted | null,
  { breakdown: by, ...asked }: AskedFunnel,
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
  // A worse row without a name tells nobody what to change.
  const isNamed = ({ value }: Group) =>
    value !== null && !(by === 'channel' && value === 'unknown');
  const news = newsOf(tests.slice(0, now.breakdown.length), isNamed);
  const whole =
    words.tookAll(rate.trials, { ...countsOf(rate), period: inLength(asked) }) +
    (then === null ? '' : changeOf(rate, then));
  const sentences = [summaryWords.sentence({ parts: whole })];
  if (news && by !== null)
    sentences.push(
      words.group({
        group: nameOfGroup(by, news.value),
        ...countsOf(news.rate),
        compared: thanTheRest(news, 'person'),
      }),
    );
  return sentences.join(' ');
}

const countsOf = (rate: Rate) => ({
  finished: formatCount(rate.successes),
  started: formatCount(rate.trials),
  rate: percent(rate),
});

/** Says what the chip of the rate says, and nothing where it has none. */
function changeOf(now: Rate, then: Rate): string {
  const { change, isClear } = compareRates(now, then);
  if (change === null) return '';
  return words.compared({ points: pointsWords(now, then), verdict: verdict(isClear === true) });
}

/** Says what became of those who sent the form: somebody who was on the list already is no loss. */
export function summarizeForms(report: FormsReport | null): string {
  if (!report?.people) return '';
  const { people, outcomes } = report;
  const [success = '', duplicate = '', error = ''] = outcomes.map(({ best }) => formatCount(best));
  const share = formatShare(outcomes[2]?.best ?? 0, people);
  return words.sent({ sent: formatCount(people), success, duplicate, error, share });
}
