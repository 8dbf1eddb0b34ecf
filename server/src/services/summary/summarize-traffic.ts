import { formatCount } from '#shared/format-figures';
import type { Traffic } from '#shared/reports';
import { clearAmong, trialsToCompare } from '#shared/statistics';
import {
  againstTheRest,
  nameOfGroup,
  newsOf,
  oneIn,
  pluralOf,
  thanTheRest,
} from './summarize-groups.ts';
import { type Asked, inLength } from './summary-words.ts';

/** Says in one sentence which channel, or other value, brings signups, if that is no chance among all values listed. */
export function summarizeTraffic({ rows, by }: Traffic, asked: Asked): string {
  const groups = rows.map(({ value, people, signups }) => ({
    value,
    rate: { successes: signups, trials: people },
  }));
  const visitors = groups.reduce((all, { rate }) => all + rate.trials, 0);
  const signups = groups.reduce((all, { rate }) => all + rate.successes, 0);
  if (visitors === 0) {
    const few = asked.least > 0 ? `Fewer than ${asked.least} visitors` : 'No visitors';
    return `${few} who agreed to be measured came${inLength(asked)}.`;
  }
  const tests = againstTheRest(groups);
  const zs = tests.map(({ z }) => z);
  const news = newsOf(zs, clearAmong(zs));
  if (news !== null) {
    const { value, rate } = groups[news] as (typeof groups)[number];
    const { rest } = tests[news] as (typeof tests)[number];
    return `${nameOfGroup(by, value)} brings ${oneIn(rate, 'signup', 'visitors')}, ${thanTheRest(rate, rest, by)}.`;
  }
  const whole = `${formatCount(signups)} of ${formatCount(visitors)} visitors signed up${inLength(asked)}`;
  if (groups.length < 2) return `${whole}, all of one ${oneOf(by)}.`;
  if (zs.some((z) => z !== 0))
    return `${whole}; no ${oneOf(by)} differs from the others beyond chance.`;
  const needed = visitorsNeeded(
    groups.map(({ rate }) => rate.trials),
    signups,
    visitors,
  );
  const more = needed === null ? '' : `, about ${formatCount(needed)} more visitors are needed`;
  return `${whole}: too few to compare ${pluralOf(by)}${more}.`;
}

const oneOf = (by: Traffic['by']) => (by === 'utm_medium' ? 'medium' : pluralOf(by).slice(0, -1));

/** How many more visitors the second largest group needs, if all groups grow alike. */
function visitorsNeeded(sizes: readonly number[], signups: number, visitors: number) {
  const [, second = 0] = sizes.toSorted((a, b) => b - a);
  const least = trialsToCompare(signups / visitors);
  if (least === null || second === 0) return null;
  return Math.max(1, Math.ceil(visitors * (least / second - 1)));
}
