// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { parseAddress } from '../address/view-address.ts';
import { SendsMailContext } from '../console-data.ts';
import { MailingsView } from './mailings-view.tsx';

const mailingOf = (subject: string, text = 'Hello') => ({
  ...{ id: subject, state: 'draft', people: 0, recipients: { sent: 0, in_doubt: 0 } },
  audience: { types: ['notifyme'], states: ['waiting'], languages: [] },
  words: { en: { subject, text, link: null } },
});

/** Shows the view of two drafts. `answers` are those to other questions; a function gives one later. */
async function openMailings(answers: Record<string, () => unknown> = {}) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    const route = url.replace('/growth/api/list/', '');
    asked.push(`${method} ${route}`);
    const answer = await answers[`${method} ${route}`]?.();
    if (answer instanceof Response) return answer;
    const mailings = ['Launch', 'Beta'].map((subject) => mailingOf(subject));
    const [, id] = route.split('/');
    return Response.json(answer ?? (id ? mailingOf(id) : { summary: null, mailings }));
  });
  const opened = openPlace();
  const { place, render } = opened;
  await render(
    <SendsMailContext value={true}>
      <MailingsView address={parseAddress('', 'UTC')} change={() => {}} />
    </SendsMailContext>,
  );
  await vi.waitFor(() => expect(place.querySelectorAll('li button')).toHaveLength(2));
  const open = async (subject: string) => {
    await opened.press(subject);
    await act(() => vi.waitFor(() => expect(place.querySelector('textarea')).not.toBeNull()));
  };
  return { ...opened, asked, open };
}

test('of two mailings that are pressed before the editor shows, the first one is edited', async () => {
  const { place } = await openMailings();
  await act(async () => {
    for (const button of place.querySelectorAll<HTMLElement>('li button')) button.click();
  });
  await vi.waitFor(() => {
    expect(place.querySelector<HTMLInputElement>('input[maxlength="200"]')?.value).toBe('Launch');
  });
});

test('a mailing is opened with the words that are stored, and not with those of the list', async () => {
  const { place, open } = await openMailings({
    'GET mailings/Launch': () => mailingOf('Launch', 'New text'),
  });
  await open('Launch');
  expect(place.querySelector('textarea')?.value).toBe('New text');
});

test.for([
  ['PUT', 'Save'],
  ['DELETE', 'Delete this draft'],
])(
  'a late answer to %s changes nothing in the mailing that is open now',
  async ([method, label]) => {
    let answer = (_: object) => {};
    const late = new Promise<object>((resolve) => {
      answer = resolve;
    });
    const { place, open, press, button } = await openMailings({
      [`${method} mailings/Launch`]: () => late,
    });
    await open('Launch');
    await press(String(label));
    await press('All mailings');
    await press('Write a mailing');
    await act(async () => answer({ id: 'Launch' }));
    expect(place.querySelector('form')).not.toBeNull();
    expect(button('Delete this draft')).toBeUndefined(); // which only a saved one has
  },
);
