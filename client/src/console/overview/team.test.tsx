// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { NotesContext } from '../charts/chart-notes.ts';
import { AccessContext } from '../session/access.ts';
import { commonWords, overviewWords } from '../words/messages.ts';
import { Notes } from './note-list.tsx';
import { Alerts } from './open-alerts.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => vi.unstubAllGlobals());

const AT = '2026-03-14T12:00:00.000Z';
const words = overviewWords;

/** @param answer to whatever is written; alerts can be read */
async function show(content: ReactNode, answer: () => Response) {
  const alert = { id: '1', name: 'no_backup', text: 'No backup.', advice: 'Make one.' };
  const times = { since: AT, raisedAt: AT, clearedAt: null, silentUntil: null };
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) =>
    init?.method && init.method !== 'GET'
      ? answer()
      : Response.json({ alerts: [{ ...alert, ...times }] }),
  );
  const notes = [{ id: '1', at: AT, kind: 'note' as const, text: 'Product Hunt' }];
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => act(() => root.unmount()));
  const report = { askedAt: 0, loading: false, asking: false, failure: null, retry: () => {} };
  await act(async () =>
    root.render(
      <AccessContext value="people">
        <NotesContext value={{ ...report, data: { notes } }}>{content}</NotesContext>
      </AccessContext>,
    ),
  );
  const press = (label: string) =>
    act(async () =>
      [...(document.querySelector('dialog') ?? document).querySelectorAll('button')]
        .find(({ textContent }) => textContent?.includes(label))
        ?.click(),
    );
  return { press, said: () => document.querySelector('[role="alert"]')?.textContent };
}

test('a silence that fails is reported', async () => {
  const { press, said } = await show(
    <Alerts zone="UTC" />,
    () => new Response('', { status: 503 }),
  );
  await press(words.alerts.silence);
  expect(said()).toBe(words.alerts.failed);
});

test('a note may have a day, and opens the days after it beside those before', async () => {
  const changes: unknown[] = [];
  const sent: unknown[] = [];
  const notes = <Notes zone="Europe/Berlin" change={(change) => changes.push(change)} />;
  const { press } = await show(notes, () => Response.json({}));
  await press(words.notes.compare);
  expect(changes).toEqual([{ range: { from: '2026-03-14', to: '2026-03-27' }, compare: true }]);

  const send = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return send(path, init);
  });
  const form = document.querySelector('form');
  for (const [name, value] of Object.entries({ text: 'Press', day: '2026-03-10' }))
    form?.querySelector(`[name="${name}"]`)?.setAttribute('value', value);
  await act(async () => form?.requestSubmit());
  expect(sent).toEqual([{ text: 'Press', at: '2026-03-09T23:00:00.000Z' }]);
});

test('a note that cannot be deleted is reported as that', async () => {
  const { press, said } = await show(
    <Notes zone="UTC" change={() => {}} />,
    () => new Response('', { status: 503 }),
  );
  await press(words.notes.delete);
  await press(commonWords.confirm.delete);
  expect(said()).toBe(commonWords.confirm.failed);
});

test('after a note was deleted, the keyboard stays at the notes', async () => {
  const { press } = await show(<Notes zone="UTC" change={() => {}} />, () =>
    Response.json({ deleted: true }),
  );
  await press(words.notes.delete);
  expect(document.querySelector('dialog')?.textContent).toContain('Product Hunt');
  await press(commonWords.confirm.delete);
  expect(document.activeElement?.textContent).toBe(words.notes.heading);
});
