import { expect, test } from 'vitest';
import { alertsReportSchema, notesReportSchema } from '#shared/notes';
import { newId } from '../store/testing/store-contract-data.ts';
import { FIGURES, openConsole, PEOPLE } from '../testing/sites/console-site.ts';
import { NOON } from '../testing/test-app.ts';

async function open() {
  const site = await openConsole();
  const post = (path: string, body: unknown, token = PEOPLE) =>
    site.ask(path, 'POST', { body, token });
  return { ...site, post };
}

test('a note is written with the token, read by everybody with a session or a token, and deleted', async () => {
  const { ask, post } = await open();
  const created = await post('notes', { text: '  Product Hunt ' });
  expect(created.status).toBe(201);
  const at = '2026-03-01T08:00:00.000Z';
  expect((await post('notes', { text: '🚀'.repeat(200), at })).status).toBe(201);
  const read = await ask('notes', 'GET', { token: FIGURES });
  const { notes } = notesReportSchema.parse(await read.json());
  expect(notes).toMatchObject([
    { at, kind: 'note' },
    { at: new Date(NOON).toISOString(), text: 'Product Hunt' },
  ]);
  expect((await post('notes', { text: 'x' }, FIGURES)).status).toBe(403);
  const range = await ask('notes?from=2026-03-10');
  expect(notesReportSchema.parse(await range.json()).notes).toHaveLength(1);
  const remove = (token: string) => ask(`notes/${notes[0]?.id}`, 'DELETE', { token });
  expect((await remove(FIGURES)).status).toBe(403);
  expect((await remove(PEOPLE)).status).toBe(200);
  expect((await remove(PEOPLE)).status).toBe(404);
  expect((await ask('notes/x', 'DELETE')).status).toBe(404);
});

test.each([
  [{ text: '' }],
  [{ text: ' ' }],
  [{ text: 'x'.repeat(201) }],
  [{ text: 'x'.repeat(5_000) }],
  [{ text: 'two\nlines' }],
  [{ text: 'a\u0000b' }],
  [{ text: '\ud800' }],
  [{ text: 7 }],
  [{ text: 'x', at: 'yesterday' }],
  [{ text: 'x', at: '2019-12-31T23:59:59Z' }],
  [{ text: 'x', at: '2100-01-01T00:00:01Z' }],
  [{ text: 'x', kind: 'version' }],
  [[]],
])('the note %j is refused, and nothing is stored', async (body) => {
  const { post, store } = await open();
  expect([400, 413]).toContain((await post('notes', body)).status);
  expect(await store.readNotes({ from: 0, to: 8e15 })).toEqual([]);
});

test('an alert is read with what to do, and silenced with the token only', async () => {
  const { ask, post, store, clock } = await open();
  const alert = {
    id: newId(),
    name: 'no_signups',
    text: 'Nobody.',
    since: NOON - 5,
    raisedAt: NOON,
  };
  await store.raiseAlert(alert);
  expect((await post('alerts/no_signups/silence', { hours: 1 }, FIGURES)).status).toBe(403);
  expect((await post('alerts/no_signups/silence', { hours: -1 })).status).toBe(400);
  expect((await post('alerts/nothing/silence', { hours: 1 })).status).toBe(404);
  expect((await post('alerts/no_signups/silence', { hours: 48 })).status).toBe(200);
  const read = async () => alertsReportSchema.parse(await (await ask('alerts')).json()).alerts;
  expect(await read()).toMatchObject([
    {
      name: 'no_signups',
      advice: expect.stringContaining('Sign up yourself'),
      clearedAt: null,
      silentUntil: new Date(NOON + 48 * 3_600_000).toISOString(),
    },
  ]);
  clock.now += 48 * 3_600_000;
  expect((await read())[0]?.silentUntil).toBeNull();
  expect((await ask('alerts?from=x')).status).toBe(400);
});
