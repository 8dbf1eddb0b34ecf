// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { plain } from '#shared/format-figures';
import { openPlace } from '../../testing/open-place.tsx';
import { parseAddress } from '../address/view-address.ts';
import { ConsoleContext } from '../console-data.ts';
import { ApplicationsView, Stages } from './applications-view.tsx';

const waiting = { decision: null, decidedBy: null, note: null, toldAt: null };
const uninvited = { invitedAt: null, redeemedAt: null, createdAt: '2026-03-01' };

test('to invite the next asks how many; the next page shows what moved up before it turns the page', async () => {
  let [names, total] = [['Ann', 'Ben'], 5];
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.replace(/.*api./, ''));
    if (url.includes('stages')) return Response.json({ applied: 14, decided: 14, times: {} });
    if (url.includes('decisions')) return Response.json({ changed: 1, told: [], others: [] });
    const signups = names.map((name) => ({ id: name, name, email: '', ...waiting, ...uninvited }));
    return Response.json({ queued: 1, summary: '', signups, total, pageSize: 2 });
  });
  const { place, render, press } = openPlace();
  await render(
    <ConsoleContext value={{ siteUrl: '', sendsMail: true, languages: 'en', seesPeople: true }}>
      <ApplicationsView address={parseAddress('state=accepted', 'UTC')} />
    </ConsoleContext>,
  );
  const card = () => place.querySelector('h2')?.textContent;
  await vi.waitFor(() => expect(card()).toBe('Ann'));
  const next = place.querySelector<HTMLInputElement>('input[name=next]');
  expect([next?.max, next?.form?.textContent]).toEqual([
    '500',
    'How many peopleInvite 1Those who applied first get a link by mail.',
  ]);
  await act(async () => next?.form?.requestSubmit());
  expect(asked.filter((url) => url.endsWith('invitations'))).toHaveLength(1);
  [names, total] = [['Ben', 'Cara'], 4];
  const accept = place.querySelector<HTMLElement>('[aria-keyshortcuts="a"]');
  await act(async () => accept?.click());
  await vi.waitFor(() => expect(card()).toBe('Ben'));
  await press('←');
  expect(card()).toBe('Ann');
  const tells = () => place.querySelector<HTMLInputElement>('article [type=checkbox]');
  await act(async () => tells()?.click());
  await act(async () => place.querySelector<HTMLElement>('[aria-label="Next page"]')?.click());
  await vi.waitFor(() => expect(card()).toBe('Ben'));
  expect(tells()?.checked).toBe(true); // also on the next page
  expect(location.search).not.toContain('page=');
  const heading = place.querySelector('[tabindex="-1"]');
  await vi.waitFor(() => expect(document.activeElement).toBe(heading));
  await act(async () => place.querySelector<HTMLElement>('[aria-label="Next page"]')?.click());
  expect(location.search).toContain('page=2');
});

test('a search without results says what it looked for, and the tabs keep their counts', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(
      url.includes('stages')
        ? { applied: 350, decided: 19, accepted: 14, declined: 5, times: {} }
        : { summary: '', signups: [], total: 0, pageSize: 50 },
    ),
  );
  const { place, render } = openPlace();
  await render(
    <ConsoleContext value={{ siteUrl: '', sendsMail: true, languages: 'en', seesPeople: true }}>
      <ApplicationsView address={parseAddress('search=zzz', 'UTC')} />
    </ConsoleContext>,
  );
  const said = 'No waiting application matches “zzz”';
  await vi.waitFor(() => expect(place.textContent).toContain(said));
  expect(place.textContent).toContain('Waiting 331Accepted 14Declined 5');
});

test('where nobody has applied, one sentence says so, and nothing is offered to search or export', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(
      url.includes('stages')
        ? { summary: 'Nobody has applied.', applied: 0, decided: 0, times: {} }
        : { summary: '', signups: [], total: 0, pageSize: 50 },
    ),
  );
  const { place, render } = openPlace();
  await render(<ApplicationsView address={parseAddress('', 'UTC')} />);
  await vi.waitFor(() => expect(place.textContent).toContain('Nobody has applied for the beta'));
  expect(place.textContent).not.toContain('Nobody has applied.');
  expect(place.querySelector('[type=search], [download]')).toBeNull();
});

const stages = {
  decided: 80,
  accepted: 71,
  invited: 0,
  redeemed: 0,
  declined: 0,
  waitingSince: null,
};
const decided = 2 * 86_400_000;
const times = { confirmed: 1_000, decided, accepted: decided, invited: null, redeemed: null };
const reached = { confirmed: 0, ...stages, times };

test.each([
  [true, 0, ['Applied 355', 'Confirmed 0', 'Decided 80', 'Accepted 71', 'Invited 0', 'Redeemed 0']],
  [false, 0, ['Applied 355', 'Decided 80', 'Accepted 71']],
  // Some confirmed while the site still sent mail.
  [false, 7, ['Applied 355', 'Confirmed 7', 'Decided 80', 'Accepted 71']],
])(
  'a site that sends mail (%s), where %i confirmed, shows the stages that can be reached, with rates and medians',
  async (sendsMail, confirmed, stages) => {
    const { place, render } = openPlace();
    await render(
      <ConsoleContext value={{ siteUrl: '', sendsMail, languages: 'en', seesPeople: true }}>
        <Stages reached={{ ...reached, applied: 355, confirmed }} />
      </ConsoleContext>,
    );
    const texts = (selector: string) =>
      [...place.querySelectorAll(selector)].map(({ textContent }) => plain(textContent ?? ''));
    const counts = texts('b');
    expect(texts('dt').map((label, at) => `${label} ${counts[at]}`)).toEqual(stages);
    expect(
      texts('small')
        .filter(Boolean)
        .flatMap((text) => text.split(', ')),
    ).toEqual([
      ...(confirmed > 0 ? ['2.0 % of 355'] : []),
      ...['22.5 % of 355', 'median 2 d', '88.8 % of 80', 'median 2 d'],
    ]);
  },
);
