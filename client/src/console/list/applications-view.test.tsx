// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { parseAddress } from '../address/view-address.ts';
import { ConsoleContext } from '../console-data.ts';
import { ApplicationsView } from './applications-view.tsx';

const waiting = { decision: null, decidedBy: null, note: null, toldAt: null };
const uninvited = { invitedAt: null, redeemedAt: null, createdAt: '2026-03-01' };

test('to invite the next twice needs a number twice; Older shows what moved up before it turns the page', async () => {
  let [names, total] = [['Ann', 'Ben'], 5];
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.replace(/.*api./, ''));
    if (url.includes('stages')) return Response.json({ applied: 0 });
    if (url.includes('decisions')) return Response.json({ changed: 1, told: [], others: [] });
    const signups = names.map((name) => ({ id: name, name, ...waiting, ...uninvited }));
    return Response.json({ queued: 1, summary: '', signups, total, pageSize: 2 });
  });
  const change = vi.fn<(part: unknown) => void>();
  const { place, render, press } = openPlace();
  await render(
    <ConsoleContext value={{ siteUrl: '', sendsMail: true, seesPeople: true }}>
      <ApplicationsView address={parseAddress('state=accepted', 'UTC')} change={change} />
    </ConsoleContext>,
  );
  const card = () => place.querySelector('h2')?.textContent;
  await vi.waitFor(() => expect(card()).toBe('Ann'));
  await press('Invite the next 50');
  await press('Invite the next');
  expect(asked.filter((url) => url.endsWith('invitations'))).toHaveLength(1);
  [names, total] = [['Ben', 'Cara'], 4];
  const accept = place.querySelector<HTMLElement>('[aria-keyshortcuts="a"]');
  await act(async () => accept?.click());
  await vi.waitFor(() => expect(card()).toBe('Ben'));
  await press('Previous');
  expect(card()).toBe('Ann');
  const tells = () => place.querySelector<HTMLInputElement>('article [type=checkbox]');
  await act(async () => tells()?.click());
  await press('Older');
  await vi.waitFor(() => expect(card()).toBe('Ben'));
  expect(tells()?.checked).toBe(true); // also on the next page
  const turned = () => change.mock.calls.filter(([part]) => typeof part === 'function').length;
  expect(turned()).toBe(0);
  const heading = place.querySelector('[tabindex="-1"]');
  await vi.waitFor(() => expect(document.activeElement).toBe(heading));
  await press('Older');
  expect(turned()).toBe(1);
});
