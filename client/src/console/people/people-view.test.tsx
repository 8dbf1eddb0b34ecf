// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { parseAddress } from '../address/view-address.ts';
import { NotesContext } from '../charts/chart-notes.ts';
import { ConsoleContext } from '../console-data.ts';
import { PeopleView } from './people-view.tsx';

const ACT = { at: '2026-03-14T12:00:00.000Z', by: 'token', person: null, signup: null };

test('what was done to a mailing or a note says its name while there is one', async () => {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/people')) return Response.json({ people: [] });
    if (path.endsWith('/list/mailings'))
      return Response.json({ mailings: [{ id: 'a', words: { en: { subject: 'It is out' } } }] });
    const acts = [
      { ...ACT, id: 3, kind: 'start', thing: 'a' },
      { ...ACT, id: 2, kind: 'add_note', thing: 'b' },
      { ...ACT, id: 1, kind: 'delete_draft', thing: 'gone' },
    ];
    return Response.json({ acts });
  });
  const notes = [{ id: 'b', text: 'New headline', at: ACT.at, kind: 'note' as const }];
  const loaded = { askedAt: 0, loading: false, asking: false, failure: null, retry() {} };
  const { place, render } = openPlace();
  await render(
    <ConsoleContext value={{ siteUrl: '', sendsMail: true, languages: 'en', seesPeople: true }}>
      <NotesContext value={{ ...loaded, data: { notes } }}>
        <PeopleView address={parseAddress('view=people', 'UTC')} change={() => {}} />
      </NotesContext>
    </ConsoleContext>,
  );
  const done = () => [...place.querySelectorAll('tbody th')];
  await vi.waitFor(() =>
    expect(done().map(({ textContent }) => textContent?.trim())).toEqual([
      'Started a mailing It is out',
      'Wrote a note New headline',
      'Deleted a draft',
    ]),
  );
});
