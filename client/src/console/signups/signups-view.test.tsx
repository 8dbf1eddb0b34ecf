// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/growth?view=signups&zone=UTC&page=5"}
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { AddressNow, useAddress } from '../address/use-address.ts';
import { commonWords, signupsWords as words } from '../words/console-messages.ts';
import { SignupsView } from './signups-view.tsx';

function View() {
  const address = useAddress();
  return (
    <AddressNow value={address}>
      <SignupsView address={address} />
    </AddressNow>
  );
}

const ROW = {
  signupType: 'notifyme',
  email: 'a@a.org',
  useCase: null,
  createdAt: '2026-03-14T12:00:00.000Z',
};

/** Answers as the server does. @param names of the people who signed up, of whom a page shows one */
function answer(names: string[]) {
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (method === 'DELETE') names.pop();
    const page = Number(new URLSearchParams(path.split('?')[1]).get('page') ?? 1);
    const signups = names.slice(page - 1, page).map((name) => ({ ...ROW, id: name, name }));
    const total = names.length;
    return Response.json({ summary: '', signups, total, pageSize: 1, applied: total, times: {} });
  });
}

test('a page that does not exist, or no longer, is replaced by the last one, and all figures follow', async () => {
  answer(['Ann', 'Ben', 'Eve']);
  const { place, press, render } = openPlace();
  const { length } = history;
  const shows = (name: string, page: string) =>
    vi.waitFor(() => {
      expect(place.querySelector('tbody th')?.textContent).toContain(name);
      expect(location.search).toContain(page);
    });
  await render(<View />);
  await shows('Eve', 'page=3');
  await press(commonWords.confirm.delete);
  await press(commonWords.confirm.delete);
  await shows('Ben', 'page=2');
  expect(history).toHaveLength(length);
  await vi.waitFor(() => expect(place.textContent).toContain('2–2 of 2'));
  const said = [...place.querySelectorAll('[role="status"]')].map((one) => one.textContent);
  expect(said).toContain(words.confirm.deleted({ name: 'Eve' }));
});

test('the button that shows all signups goes, and the focus moves to the heading', async () => {
  answer([]);
  history.replaceState(null, '', '/growth?view=signups&zone=UTC&search=Ann');
  const { place, button, press, render } = openPlace();
  await render(<View />);
  await vi.waitFor(() => expect(button(words.empty.showAll)).toBeDefined());
  await press(words.empty.showAll);
  expect(document.activeElement).toBe(place.firstElementChild); // with the heading
});

test('one button marks an address as undeliverable, and takes back what is recorded; a complaint asks first', async () => {
  const posted: unknown[] = [];
  const marks = { undeliverableAt: null as string | null, complainedAt: null as string | null };
  const email = 'ann@a.test';
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method === 'POST') {
      const news = JSON.parse(String(body)) as { state: string };
      posted.push(news);
      marks.undeliverableAt = news.state === 'bounced' ? ROW.createdAt : null;
      return new Response(null, { status: 204 });
    }
    const signups = [{ ...ROW, ...marks, id: 'ann', name: 'Ann', email }];
    return Response.json({ summary: '', signups, total: 1, pageSize: 1, applied: 1, times: {} });
  });
  history.replaceState(null, '', '/growth?view=signups&zone=UTC');
  const { place, button, press, answerBy, render } = openPlace();
  await render(<View />);
  const { bounced, fine, complained } = words.delivery;
  await vi.waitFor(() => expect(button(bounced.label)).toBeDefined());
  await press(bounced.label);
  await vi.waitFor(() => expect(place.textContent).toContain(words.undeliverable));
  expect(place.textContent).toContain(bounced.done({ name: 'Ann' }));
  await press(fine.label);
  await vi.waitFor(() => expect(button(bounced.label)).toBeDefined());
  expect(posted).toEqual(['bounced', 'fine'].map((state) => ({ email, state })));

  marks.complainedAt = ROW.createdAt;
  await press(bounced.label); // the list is read again
  await vi.waitFor(() => expect(button(complained.label)).toBeDefined());
  await press(complained.label);
  expect(await answerBy(commonWords.confirm.cancel)).toContain('Ann complained');
  expect(posted).toHaveLength(3);
  await press(complained.label);
  await answerBy(complained.label);
  expect(posted.slice(3)).toEqual([{ email, state: 'fine' }]);
});

test('where nobody signed up, one sentence says so, and nothing is offered to search or export', async () => {
  answer([]);
  history.replaceState(null, '', '?view=signups&zone=UTC');
  const { place, render } = openPlace();
  await render(<View />);
  await vi.waitFor(() => expect(place.textContent).toContain(words.empty.heading));
  expect(place.querySelector('[type=search], [download]')).toBeNull();
});

test('the menu of a row and the question before deleting name the person; no hyphen breaks the address', async () => {
  const signups = [{ ...ROW, id: 'ann', name: 'Ann', email: 'ann-b@a.test' }];
  vi.stubGlobal('fetch', async () => Response.json({ signups, total: 1, pageSize: 1, times: {} }));
  history.replaceState(null, '', '?view=signups&zone=UTC');
  const { place, press, answerBy, render } = openPlace();
  await render(<View />);
  await vi.waitFor(() =>
    expect(place.querySelector('td [popover] b')?.textContent).toContain('Ann'),
  );
  await press(commonWords.confirm.delete);
  expect(await answerBy(commonWords.confirm.cancel)).toContain('Ann\nann-\u2060b@a.test\n\n');
});

test('a search is applied after a pause, in place of the one before, and the field keeps what is typed', async () => {
  answer(['Ann']);
  history.replaceState(null, '', '/growth?view=signups&zone=UTC&page=1&search=Ann');
  const { length } = history;
  const { place, render } = openPlace();
  await render(<View />);
  const field = place.querySelector<HTMLInputElement>('[type=search]');
  const type = (text: string) =>
    act(async () => {
      Reflect.set(HTMLInputElement.prototype, 'value', text, field);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const searched = () => new URLSearchParams(location.search).get('search');
  await type('Ann S');
  await type('Ann Su ');
  expect(searched()).toBe('Ann');
  await act(() => vi.waitFor(() => expect(searched()).toBe('Ann Su ')));
  expect(field?.value).toBe('Ann Su ');
  await type('Eve');
  await act(async () => field?.form?.requestSubmit());
  expect(searched()).toBe('Eve');
  await type('');
  await act(() => vi.waitFor(() => expect(searched()).toBeNull()));
  expect(history).toHaveLength(length);
});
