// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { AddressNow } from '../address/use-address.ts';
import { parseAddress } from '../address/view-address.ts';
import { ConsoleContext } from '../console-data.ts';
import { overviewWords } from '../words/console-messages.ts';
import { FunnelView } from './funnel-view.tsx';

const EMPTY = { steps: [{ count: 0 }, { count: 0 }], labels: [], warnings: [], measured: 0 };
const NOTHING = { unit: 'day', buckets: [], unfinished: null, pages: [], funnels: [] };

test('before anything is counted, the funnel says what to do, and its tabs have no figure', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.includes('api/funnel?') ? EMPTY : NOTHING),
  );
  const { place, render } = openPlace();
  const address = parseAddress('?view=funnel', 'UTC');
  await render(
    <ConsoleContext value={{ siteUrl: '', sendsMail: false, languages: 'en', seesPeople: true }}>
      <AddressNow value={address}>
        <FunnelView address={address} change={() => {}} />
      </AddressNow>
    </ConsoleContext>,
  );
  const heading = overviewWords.empty.heading;
  await act(() => vi.waitFor(() => expect(place.textContent).toContain(heading)));
  const rates = [...place.querySelectorAll('nav small')].map(({ textContent }) => textContent);
  expect(rates).toEqual([]);
});
