// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { ConsoleContext } from '../console-data.ts';
import { Stages } from './stages.tsx';

const times = { confirmed: null, accepted: null, invited: null, redeemed: null };
const none = { confirmed: 0, accepted: 0, invited: 0, redeemed: 0, declined: 0, times };

test.each([
  [true, 0, ['Applied', 'Confirmed', 'Accepted', 'Invited', 'Redeemed']],
  [false, 0, ['Applied', 'Accepted']],
  // Some confirmed while the site still sent mail.
  [false, 7, ['Applied', 'Confirmed', 'Accepted']],
])(
  'a site that sends mail (%s), where %i confirmed, shows the stages that can be reached',
  async (sendsMail, confirmed, labels) => {
    vi.stubGlobal('fetch', async () => Response.json({ ...none, applied: 355, confirmed }));
    const { place, render } = openPlace();
    await render(
      <ConsoleContext value={{ siteUrl: '', sendsMail, seesPeople: true }}>
        <Stages />
      </ConsoleContext>,
    );
    await vi.waitFor(() =>
      expect([...place.querySelectorAll('dt')].map((one) => one.textContent)).toEqual(labels),
    );
  },
);
