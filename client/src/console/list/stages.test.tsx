// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { plain } from '#shared/format-figures';
import { openPlace } from '../../testing/open-place.tsx';
import { ConsoleContext } from '../console-data.ts';
import { formatMedian, Stages } from './stages.tsx';

const times = { confirmed: 1_000, accepted: 2 * 86_400_000, invited: null, redeemed: null };
const reached = { confirmed: 0, accepted: 71, invited: 0, redeemed: 0, declined: 0, times };

test.each([
  [true, 0, ['Applied 355', 'Confirmed 0', 'Accepted 71', 'Invited 0', 'Redeemed 0']],
  [false, 0, ['Applied 355', 'Accepted 71']],
  // Some confirmed while the site still sent mail.
  [false, 7, ['Applied 355', 'Confirmed 7', 'Accepted 71']],
])(
  'a site that sends mail (%s), where %i confirmed, shows the stages that can be reached, with rates and medians',
  async (sendsMail, confirmed, stages) => {
    const { place, render } = openPlace();
    await render(
      <ConsoleContext value={{ siteUrl: '', sendsMail, seesPeople: true }}>
        <Stages reached={{ ...reached, applied: 355, confirmed }} />
      </ConsoleContext>,
    );
    const texts = (selector: string) =>
      [...place.querySelectorAll(selector)].map(({ textContent }) => plain(textContent ?? ''));
    const counts = texts('b');
    expect(texts('dt').map((label, at) => `${label} ${counts[at]}`)).toEqual(stages);
    expect(texts('small')).toEqual([
      ...(confirmed > 0 ? ['2.0 % of 355'] : []),
      ...(sendsMail || confirmed > 0 ? ['median under a minute'] : []),
      ...['20.0 % of 355', 'median 2 d'],
    ]);
  },
);

test.each([
  [0, 'under a minute'],
  [59_999, 'under a minute'],
  [60_000, '1 min'],
  [47.4 * 3_600_000, '1 d 23 h'],
])('a median of %i ms is %s', (ms, words) => expect(plain(formatMedian(ms))).toBe(words));
