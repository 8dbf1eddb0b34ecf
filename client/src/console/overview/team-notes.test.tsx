// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import type { Loaded } from '../api/use-report.ts';
import { type ChartNote, NotesContext } from '../charts/chart-notes.ts';
import { ConsoleContext } from '../console-data.ts';
import { commonWords, overviewWords } from '../words/console-messages.ts';
import { Notes } from './team-notes.tsx';

const AT = '2026-03-14T12:00:00.000Z';
const failing = () => new Response('', { status: 503 });
const words = overviewWords;

const noteOf = (id: string): ChartNote => ({ id, at: AT, kind: 'note', text: 'Product Hunt' });
const answered = <Data,>(data: Data): Loaded<Data> => ({
  ...{ data, askedAt: 0, loading: false, asking: false, failure: null },
  retry() {},
});

/** Shows the team's notes to somebody who may change them. @param answer to whatever is written */
async function show(
  content: ReactNode,
  answer: () => Response | Promise<Response>,
  notes = [noteOf('1')],
) {
  const page = openPlace();
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    if (body) sent.push(JSON.parse(String(body)));
    return answer();
  });
  await page.render(
    <ConsoleContext value={{ siteUrl: '', sendsMail: false, languages: 'en', seesPeople: true }}>
      <NotesContext value={answered({ notes })}>{content}</NotesContext>
    </ConsoleContext>,
  );
  return { ...page, sent };
}
const done = () => Response.json({});
/** An answer that comes when the test says so. */
function late() {
  let open = (_: Response) => {};
  const opened = new Promise<Response>((resolve) => (open = resolve));
  return { answer: () => opened, respond: (response: Response) => act(async () => open(response)) };
}
const MARCH = { from: Date.parse('2026-03-01T00:00Z'), to: Date.parse('2026-03-31T00:00Z') };
const noteList = <Notes zone="UTC" period={MARCH} day="" />;

const twelve = Array.from({ length: 12 }, (_, index) => noteOf(String(index)));

const fieldOf = (place: Element, name: string) =>
  place.querySelector(`[name="${name}"]`) as HTMLInputElement;
function type(place: Element, name: string, text: string) {
  // React does not notice a value that is set through its own property.
  Reflect.set(HTMLInputElement.prototype, 'value', text, fieldOf(place, name));
  fieldOf(place, name).dispatchEvent(new Event('input', { bubbles: true }));
}
/** Fills in the form of a new note, and sends it. */
async function add(place: Element, fields: Record<string, string>) {
  await act(async () => {
    for (const [name, value] of Object.entries(fields)) type(place, name, value);
  });
  await act(async () => place.querySelector('form')?.requestSubmit());
}

test('a note is added once, and what is typed meanwhile stays', async () => {
  const { answer, respond } = late();
  const { place, sent } = await show(noteList, answer);
  await add(place, { text: 'Press' });
  await add(place, {});
  await act(async () => type(place, 'text', 'Launch'));
  await respond(done());
  expect(sent).toEqual([{ text: 'Press' }]);
  expect(fieldOf(place, 'text').value).toBe('Launch');
});

test('a note that is being written is there after a reload, until it is added', async () => {
  const { place, leave } = await show(noteList, done);
  await act(async () => type(place, 'text', 'Launch'));
  await leave();
  const again = await show(noteList, done);
  expect(fieldOf(again.place, 'text').value).toBe('Launch');
  await add(again.place, {});
  expect(localStorage).toHaveLength(0);
});

test.each([
  [words.notes.failed, failing()],
  [
    'at: not that year',
    Response.json({ issues: [{ path: 'at', message: 'not that year' }] }, { status: 400 }),
  ],
])('a note that cannot be added is reported: %s', async (said, response) => {
  const { place, alert } = await show(noteList, () => response);
  await add(place, { text: 'Press' });
  expect(alert()).toBe(said);
});

test('the latest note is compared where it stands: in the line, or in the list that is open', async () => {
  localStorage.clear(); // a note that is being written opens the list
  const { place, press } = await show(noteList, done);
  const offered = () =>
    [...place.querySelectorAll('button')]
      .filter(({ textContent }) => textContent === commonWords.chart.compare)
      .map((button) => button.closest('[hidden]') === null);
  expect(offered()).toEqual([true, false]);
  await press(words.notes.all({ count: '1' }));
  expect(offered()).toEqual([true]);
});

test('a note may have a day, and all notes are shown', async () => {
  const notes = <Notes zone="Europe/Berlin" period={MARCH} day="" />;
  const { place, sent } = await show(notes, done, twelve);
  await add(place, { text: 'Press', day: '2026-03-10' });
  expect(sent).toEqual([{ text: 'Press', at: '2026-03-09T23:00:00.000Z' }]);
  expect(place.querySelector('[role="status"]')?.textContent).toBe(
    words.notes.added({ text: 'Press' }),
  );
  expect(place.querySelectorAll('li b')).toHaveLength(12);
});

test('a day that is chosen in the chart gets a note, or is shown alone', async () => {
  const { place, press } = await show(<Notes zone="UTC" period={MARCH} day="2026-03-10" />, done);
  await press(words.notes.new);
  expect(document.activeElement).toBe(fieldOf(place, 'text'));
  expect(fieldOf(place, 'day').value).toBe('2026-03-10');
  await press(words.notes.close);
  expect(localStorage).toHaveLength(0);
  await press(words.notes.onlyDay);
  expect(location.search).toContain('from=2026-03-10&to=2026-03-10');
});

test.each([
  ['of the period', '', 'Product Hunt'],
  ['of the day that is chosen', '2026-03-15', 'new version'],
  ['where the day has none', '2026-03-16', words.notes.nothing],
  ['of the period, where the day is of another', '2026-04-16', 'Product Hunt'],
])('the line says the latest note, and rather what people wrote: %s', async (_, day, said) => {
  const version = { ...noteOf('2'), at: '2026-03-15T12:00:00.000Z', kind: 'version' as const };
  const { place } = await show(<Notes zone="UTC" period={MARCH} day={day} />, done, [
    noteOf('1'),
    { ...version, text: 'new version' },
  ]);
  expect(place.querySelector('p')?.textContent).toContain(said);
});

test('a note that cannot be deleted is reported as that', async () => {
  const { place, press, answerBy } = await show(noteList, failing);
  await press(commonWords.confirm.delete);
  await answerBy(commonWords.confirm.delete);
  const said = () => place.querySelector('[role="status"]')?.textContent;
  await act(() => vi.waitFor(() => expect(said()).toBe(commonWords.confirm.failed)));
});

test('after a note was deleted, the keyboard stays at the notes', async () => {
  const { press, answerBy } = await show(noteList, done);
  await press(words.notes.all({ count: '1' }));
  await press(commonWords.confirm.delete);
  expect(await answerBy(commonWords.confirm.delete)).toContain('Product Hunt');
  const focused = () => document.activeElement?.textContent;
  await act(() => vi.waitFor(() => expect(focused()).toBe(words.notes.close)));
});

test('a note that is deleted late leaves the question about another one', async () => {
  const { answer, respond } = late();
  const { place, press, answerBy } = await show(noteList, answer);
  const dialog = () => document.querySelector('dialog');
  await press(commonWords.confirm.delete);
  await answerBy(commonWords.confirm.delete);
  await press(commonWords.confirm.delete);
  await vi.waitFor(() => expect(dialog()?.open).toBe(true));
  await respond(done());
  expect(place.querySelector('[role="status"]')?.textContent).toBe(words.notes.deleted);
  expect(dialog()?.open).toBe(true);
  await press(commonWords.confirm.cancel);
});
