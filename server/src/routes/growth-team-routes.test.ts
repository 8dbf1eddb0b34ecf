import { expect, test } from 'vitest';
import { alertsReportSchema, notesReportSchema } from '#shared/notes';
import { newId } from '../store/testing/store-contract-data.ts';
import { FIGURES, openConsole, PEOPLE } from '../testing/sites/console-site.ts';
import { NOON } from '../testing/test-app.ts';

async function open() {
  const site = await openConsole();
  const post = async (path: string, body: unknown, token = PEOPLE) =>
    (await site.ask(path, 'POST', { body, token })).status;
  return { ...site, post };
}

test('a note is written with the token, read by everybody with a session or a token, and deleted', async () => {
  const { ask, read, post } = await open();
  expect(await post('notes', { text: '  Product Hunt ' })).toBe(201);
  const at = '2026-03-01T08:00:00.000Z';
  expect(await post('notes', { text: '🚀'.repeat(200), at })).toBe(201);
  expect(await post('notes', { text: 'x' }, FIGURES)).toBe(403);
  const { notes } = notesReportSchema.parse(await read('notes', FIGURES));
  const latest = { at: new Date(NOON).toISOString(), text: 'Product Hunt' };
  expect(notes).toMatchObject([{ at, kind: 'note' }, latest]);
  expect(await read('notes?from=2026-03-10')).toMatchObject({ notes: [latest] });
  const remove = async (token: string, id = notes[0]?.id) =>
    (await ask(`notes/${id}`, 'DELETE', { token })).status;
  expect([await remove(FIGURES), await remove(PEOPLE)]).toEqual([403, 200]);
  expect([await remove(PEOPLE), await remove(PEOPLE, 'x')]).toEqual([404, 404]);
});

const NO_NOTES = [
  { text: ' ' },
  { text: 'x'.repeat(201) },
  { text: 'x'.repeat(5_000) },
  { text: 'two\nlines' },
  { text: '\ud800' },
  { text: 'x', at: 'yesterday' },
  { text: 'x', at: '2019-12-31T23:59:59Z' },
  { text: 'x', at: '2100-01-01T00:00:01Z' },
  { text: 'x', kind: 'version' },
  [],
];

test('what is no note is refused, and nothing is stored', async () => {
  const { post, store } = await open();
  for (const body of NO_NOTES)
    expect([400, 413], JSON.stringify(body)).toContain(await post('notes', body));
  expect(await store.readNotes({ from: 0, to: 8e15 })).toEqual([]);
});

test('an alert is read with what to do, and silenced with the token only', async () => {
  const { read, post, store, clock } = await open();
  const alert = { name: 'no_signups', text: 'Nobody.', since: NOON - 5, raisedAt: NOON };
  await store.raiseAlert({ id: newId(), ...alert });
  const silence = (name: string, hours: number, token = PEOPLE) =>
    post(`alerts/${name}/silence`, { hours }, token);
  expect(await silence('no_signups', 1, FIGURES)).toBe(403);
  expect(await silence('no_signups', -1)).toBe(400);
  expect(await silence('nothing', 1)).toBe(404);
  expect(await silence('no_signups', 48)).toBe(200);
  const alerts = async () => alertsReportSchema.parse(await read('alerts')).alerts;
  const advice = expect.stringContaining('Sign up yourself');
  const silentUntil = new Date(NOON + 48 * 3_600_000).toISOString();
  expect(await alerts()).toMatchObject([{ name: 'no_signups', advice, silentUntil }]);
  clock.now += 48 * 3_600_000;
  expect((await alerts())[0]?.silentUntil).toBeNull();
});
