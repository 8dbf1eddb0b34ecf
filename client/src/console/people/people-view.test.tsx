// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { parseAddress } from '../address/view-address.ts';
import { NotesContext } from '../charts/chart-notes.ts';
import { ConsoleContext } from '../console-data.ts';
import { PeopleView } from './people-view.tsx';

const ACT = { at: '2026-03-14T12:00:00.000Z', by: 'token', person: null, signup: null };

/** Shows the view of an owner at a site. `answers` are those to other questions than what was done. */
async function show(siteUrl: string, answers: Record<string, unknown>, acts: object[] = []) {
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    const answer = answers[`${method} ${path.replace('/growth/api/', '')}`];
    if (answer instanceof Response) return answer;
    return Response.json(answer ?? { acts, people: [], mailings: [], funnels: [] });
  });
  const notes = [{ id: 'b', text: 'New headline', at: ACT.at, kind: 'note' as const }];
  const loaded = { askedAt: 0, loading: false, asking: false, failure: null, retry() {} };
  const opened = openPlace();
  await opened.render(
    <ConsoleContext value={{ siteUrl, sendsMail: true, languages: 'en', seesPeople: true }}>
      <NotesContext value={{ ...loaded, data: { notes } }}>
        <PeopleView address={parseAddress('view=people', 'UTC')} />
      </NotesContext>
    </ConsoleContext>,
  );
  return opened;
}

test('what was done to a mailing, a note or a funnel says its name while there is one', async () => {
  const { place } = await show(
    'https://a.test',
    {
      'GET list/mailings': { mailings: [{ id: 'a', words: { en: { subject: 'It is out' } } }] },
      'GET funnels': {
        funnels: [
          { id: null, name: 'Preset' },
          { id: 'c', name: 'To the form' },
        ],
      },
    },
    [
      { ...ACT, id: 5, kind: 'save_funnel', thing: 'c' },
      { ...ACT, id: 4, kind: 'export', thing: null },
      { ...ACT, id: 3, kind: 'start', thing: 'a' },
      { ...ACT, id: 2, kind: 'add_note', thing: 'b' },
      { ...ACT, id: 1, kind: 'delete_draft', thing: 'gone' },
    ],
  );
  const done = () => [...place.querySelectorAll('tbody th')];
  await vi.waitFor(() =>
    expect(done().map(({ textContent }) => textContent?.trim())).toEqual([
      'Saved a funnel To the form',
      'Exported signups',
      'Started a mailing It is out',
      'Wrote a note New headline',
      'Deleted a draft',
    ]),
  );
});

test('where browsers make no passkeys, that is said in place of the form', async () => {
  const { place } = await show('http://192.0.2.7:3000', {});
  await vi.waitFor(() => expect(place.textContent).toContain('Nobody has a passkey yet'));
  expect(place.textContent).toMatch(/typed\.SITE_URL is now http/);
  expect(place.textContent).not.toContain('Add yourself');
  expect(place.querySelector('form')).toBeNull();
});

test('nobody yet: the box has the first step; why it is refused is said beside its buttons', async () => {
  const message = 'There is somebody called Eve; expected another name.';
  const refused = Response.json({ code: 'name_taken', message }, { status: 409 });
  const { place, button } = await show('https://a.test', { 'POST people': refused });
  await vi.waitFor(() => expect(place.textContent).toContain('Add yourself as the first owner.'));
  expect(place.querySelectorAll('form')).toHaveLength(1);
  await act(async () => {
    place.querySelector<HTMLInputElement>('form input')?.setAttribute('value', 'Eve');
    button('Link for a viewer').click();
  });
  await vi.waitFor(() => expect(place.querySelector('form')?.textContent).toContain(message));
  expect(place.textContent?.split(message)).toHaveLength(2);
});
