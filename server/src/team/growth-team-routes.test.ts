import { expect, test } from 'vitest';
import type { FunnelReport } from '#shared/growth';
import { alertsReportSchema, notesReportSchema } from '#shared/notes';
import { funnelsReportSchema } from '#shared/saved-funnels';
import { PRESETS } from '#shared/site-funnels';
import { recordAll } from '../events/testing/store-contract-events.ts';
import { newId } from '../store/testing/store-contract-data.ts';
import { FIGURES, openConsole, PEOPLE, seen } from '../testing/sites/console-site.ts';
import { NOON } from '../testing/test-app.ts';

async function open() {
  const site = await openConsole();
  const post = async (path: string, body: unknown, token = PEOPLE) =>
    (await site.ask(path, 'POST', { body, token })).status;
  const list = async (token = PEOPLE) =>
    funnelsReportSchema.parse(await site.read('funnels', token)).funnels;
  return { ...site, post, list };
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

const STEPS = ['section_view:section_name=hero', 'section_view:section_name=signup'];

test('an operator saves and deletes a funnel; viewers see it behind the presets, and write nothing', async () => {
  const { ask, post, list } = await open();
  const created = await ask('funnels', 'POST', {
    body: { name: '  To the form ', steps: STEPS, window: 7 },
  });
  expect(created.status).toBe(201);
  const [saved, ...others] = (await list(FIGURES)).toSpliced(0, PRESETS.length);
  expect(saved).toEqual(await created.json());
  expect(saved).toMatchObject({ name: 'To the form', window: 7, order: 'ordered', preset: null });
  expect(others).toEqual([]);
  const remove = (token = PEOPLE) => ask(`funnels/${saved?.id}`, 'DELETE', { token });
  expect(await post('funnels', { name: 'x', steps: STEPS }, FIGURES)).toBe(403);
  expect((await remove(FIGURES)).status).toBe(403);
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(404);
  expect((await list()).map(({ preset }) => preset)).toEqual(PRESETS);
  expect((await ask('funnels?x=1')).status).toBe(400);
});

test('a funnel that this version cannot read is left out, and the log names it once', async () => {
  const { ask, list, store, lines } = await open();
  const rest = { order: 'ordered', window: 7, breakdown: null, among: null } as const;
  const steps = { id: 'unknown', name: 'x', steps: ['*', 'a:b'], ...rest };
  await store.saveFunnel(steps, 50);
  await store.saveFunnel({ id: 'none', name: 'y', ...rest } as never, 50);
  for (const token of [PEOPLE, FIGURES]) expect(await list(token)).toHaveLength(PRESETS.length);
  for (const name of ['x', 'y']) expect((await ask(`funnel?name=${name}`)).status).toBe(400);
  const warned = lines.filter((line) => line.includes('This version cannot read'));
  expect(warned.map((line) => JSON.parse(line).id)).toEqual(['unknown', 'none']);
});

test('a funnel that was saved with what only later steps have is counted without, and says so', async () => {
  const { list, post, read, store } = await open();
  const steps = ['section_view', 'form_submit'];
  const saved = { name: 'By form', steps, window: 7, breakdown: 'form_type' } as const;
  expect(await post('funnels', saved)).toBe(400);
  await store.saveFunnel({ id: 'old', order: 'ordered', among: null, ...saved }, 50);
  expect((await list()).at(-1)).toMatchObject({ name: 'By form', breakdown: 'form_type' });
  const asked = 'funnel?name=By+form';
  const { warnings, breakdown } = await read<FunnelReport>(asked);
  expect(breakdown).toEqual([]);
  expect(warnings).toEqual([
    expect.stringMatching(/^not broken down by form_type, as it was saved/),
  ]);
  expect((await read<FunnelReport>(`${asked}&breakdown=channel`)).warnings).toEqual([]);
});

// shared/src/list.test.ts has the other names and notes that are refused.
const NO_FUNNELS = [
  { name: 'Signup' },
  { name: 'x', steps: ['*'] },
  { name: 'x', steps: ['*', 'a:b'] },
  { name: 'x', steps: Array(21).fill('*') },
  { name: 'x', order: 'backwards' },
  { name: 'x', window: 0.5 },
  { name: 'x', id: '1' },
];

test('what is no note and no funnel, or has the name of a preset, is refused, and nothing is stored', async () => {
  const { post, store } = await open();
  for (const change of NO_FUNNELS)
    expect(await post('funnels', { steps: STEPS, ...change }), JSON.stringify(change)).toBe(400);
  expect(await post('notes', { text: ' ' })).toBe(400);
  expect(await post('notes', { text: 'x'.repeat(5_000) })).toBe(413);
  expect(await store.readFunnels()).toEqual([]);
  expect(await store.readNotes({ from: 0, to: 8e15 })).toEqual([]);
});

test('a second name for the same funnel is refused, and so is the fifty-first funnel; a new version of one is not', async () => {
  const { ask, post } = await open();
  const save = (name: string, change = {}) => post('funnels', { name, steps: STEPS, ...change });
  for (let window = 1; window <= 50; window++)
    expect(await save(`🚀${window}`, { window })).toBe(201);
  const last = { name: 'one more', steps: STEPS, window: 51 };
  const surplus = await ask('funnels', 'POST', { body: last });
  expect(await surplus.json()).toMatchObject({ code: 'too_many_funnels' });
  const body = { name: 'one more', steps: STEPS, window: 14, breakdown: null };
  const refused = await ask('funnels', 'POST', { body });
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'same_funnel', message: 'The saved funnel "🚀14" asks the same; delete it first.' },
  ]);
  expect(await save('🚀14')).toBe(201); // by its own name; 14 days are the default
});

test('a saved funnel is counted by its name, and the address may change its settings', async () => {
  const { store, read, ask } = await open();
  await recordAll(store, [seen('jane', 'hero'), seen('jane', 'signup'), seen('john', 'hero')]);
  const definition = { order: 'unordered', window: 7, breakdown: 'viewport', among: null } as const;
  await store.saveFunnel({ id: 'x', name: 'Täst & 1', steps: STEPS, ...definition }, 50);
  const asked = `funnel?name=${encodeURIComponent('Täst & 1')}`;
  const steps = STEPS.map((step) => `step=${step}`).join('&');
  const own = await read<FunnelReport>(asked);
  expect(await read(`funnel?name=${encodeURIComponent(' Ta\u0308st & 1 ')}`)).toEqual(own);
  expect(own).toEqual(await read(`funnel?${steps}&order=unordered&window=7&breakdown=viewport`));
  expect(own.breakdown).toHaveLength(1);
  expect((await read<FunnelReport>(`${asked}&breakdown=none`)).breakdown).toEqual([]);
  for (const wrong of ['funnel?name=nothing', `${asked}&preset=top`, `${asked}&name=x`])
    expect((await ask(wrong)).status).toBe(400);
});
