import { formatCount } from '#shared/format-figures';
import type { Traffic } from '#shared/reports';
import { againstTheRest } from '#shared/statistics';
import { nameOfGroup } from '#shared/value-name';
import { summaryWords } from '../../words/server-messages.ts';
import { newsOf, signupsOf, thanTheRest } from './summarize-groups.ts';
import { type Asked, inLength, people } from './summary-words.ts';

const words = summaryWords.traffic;

/** Says in one sentence which channel, or other value, brings signups, if that is no chance among all values listed. */
export function summarizeTraffic(traffic: Traffic, asked: Asked): string {
  const { people: visitors, signups, by, secondBy, rows, others } = traffic;
  const nameOf = ({ value, secondValue = null }: Traffic['rows'][number]) =>
    [nameOfGroup(by, value), ...(secondBy ? [nameOfGroup(secondBy, secondValue)] : [])].join(' · ');
  const listed = rows.map((row) => ({ ...row, value: nameOf(row) }));
  if (by === 'path' || secondBy === 'path') {
    const paths = rows.map(({ value, secondValue }) => (by === 'path' ? value : secondValue));
    const isAlone = new Set(paths).size === 1 && !others;
    return summarizePages(listed, others, isAlone, asked);
  }
  const groups = [...listed, ...(others ? [{ value: null, ...others }] : [])].map(
    ({ value, people, signups }) => ({
      value,
      rate: { successes: signups, trials: people },
    }),
  );
  const period = inLength(asked);
  if (visitors === 0) return words.nobody({ period });
  const tests = againstTheRest(groups);
  const news = newsOf(tests.slice(0, rows.length));
  if (news) {
    const parts = words.group({
      group: news.value ?? '',
      rate: signupsOf(news.rate),
      compared: thanTheRest(news, 'visitor'),
    });
    return summaryWords.sentence({ parts });
  }
  const whole = words.signedUp({
    signups: formatCount(signups),
    visitors: formatCount(visitors),
    period,
  });
  const kinds = [by, ...(secondBy ? [secondBy] : [])].map((kind) => summaryWords.groups[kind]);
  const alike = groups.length > 1 ? words.alike({ groups: kinds.join(' and ') }) : '';
  return summaryWords.sentence({ parts: whole + alike });
}

/**
 * Says what most visitors saw. Somebody sees several pages and signs up on one of them, so pages are not compared by their
 * signups.
 */
function summarizePages(
  [most]: readonly { value: string; people: number }[],
  others: Traffic['others'],
  isAlone: boolean,
  asked: Asked,
): string {
  const period = inLength(asked);
  if (most) {
    const than = isAlone ? '' : words.thanOthers;
    return words.most({ people: people(most.people), group: most.value, period, than });
  }
  return others ? words.few({ period }) : words.nobody({ period });
}
