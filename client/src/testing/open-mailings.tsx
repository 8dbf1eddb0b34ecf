import { act } from 'react';
import { expect, vi } from 'vitest';
import { useAddress } from '../console/address/use-address.ts';
import { ConsoleContext } from '../console/console-data.ts';
import { MailingsView } from '../console/list/mailings-view.tsx';
import { openPlace } from './open-place.tsx';

export const mailingOf = (subject: string, text = 'Hello') => ({
  ...{
    id: subject,
    version: text,
    state: 'draft',
    people: 0,
    recipients: { sent: 0, in_doubt: 0 },
    createdAt: '2026-03-14T12:00:00Z',
  },
  ...{ reason: null, endsAt: null, putOff: null, troubled: [] },
  audience: { types: ['notifyme'], states: ['waiting'], languages: [] },
  words: { en: { subject, text, link: null } },
});

const MESSAGE = { language: 'en', subject: 'For Jane', text: 'Hello Jane' };
const PREVIEW = { ...MESSAGE, withoutName: { subject: 'For you', text: 'Hello' } };
export const COUNT = { people: 3, byType: { notifyme: 3, beta: 0 }, leftOut: {} };

/** Answers when it is told to. */
export function late() {
  let answer = (_: object) => {};
  const promise = new Promise<object>((resolve) => {
    answer = resolve;
  });
  return { promise, answer: (data: object = {}) => act(async () => answer(data)) };
}

function View() {
  const address = useAddress();
  return <MailingsView address={address} />;
}

/** Shows the view of two drafts. `answers` are those to other questions; a function gives one later. */
export async function openMailings(answers: Record<string, () => unknown> = {}, mailing = '') {
  localStorage.clear();
  const opening = mailing && `&mailing=${mailing}`;
  history.replaceState(null, '', `/growth?view=mailings${opening}&zone=UTC`);
  const asked: string[] = [];
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const route = url.replace('/growth/api/list/', '');
    asked.push(`${method} ${route}`);
    bodies.push(JSON.parse(String(body ?? null)));
    const answer = await answers[`${method} ${route}`]?.();
    if (answer instanceof Response) return answer;
    const mailings = ['Launch', 'Beta'].map((subject) => mailingOf(subject));
    const [, id] = route.split('/');
    const usual = id ? mailingOf(id) : { summary: null, mailings };
    if (route === 'audience') return Response.json(answer ?? COUNT);
    return Response.json(answer ?? (route.includes('/preview') ? PREVIEW : usual));
  });
  const opened = openPlace();
  const { place, render } = opened;
  const show = () =>
    render(
      <ConsoleContext
        value={{ siteUrl: '', sendsMail: true, languages: 'en de', seesPeople: true }}
      >
        <View />
      </ConsoleContext>,
    );
  await show();
  if (mailing === '')
    await vi.waitFor(() => expect(place.querySelectorAll('th button')).toHaveLength(2));
  const open = async (subject: string) => {
    await opened.press(subject);
    await act(() => vi.waitFor(() => expect(place.querySelector('textarea')).not.toBeNull()));
  };
  const fieldOf = (label: string) => {
    const all = [...place.querySelectorAll('label')];
    const found = all.find(({ textContent }) => textContent?.startsWith(label));
    return found?.control as HTMLInputElement;
  };
  const write = (label: string, text: string) =>
    act(async () => {
      // React does not notice a value that is set through its own property.
      const prototype = Object.getPrototypeOf(fieldOf(label));
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(fieldOf(label), text);
      fieldOf(label).dispatchEvent(new Event('input', { bubbles: true }));
    });
  /** As on a reload, or after another view or a new session. */
  const reload = async () => {
    await opened.leave();
    opened.place.replaceChildren();
    await show();
  };
  const status = () => place.querySelector('p[role=status]')?.textContent;
  return { ...opened, asked, bodies, open, write, fieldOf, reload, status };
}

export const mailingInAddress = () => new URLSearchParams(location.search).get('mailing');
