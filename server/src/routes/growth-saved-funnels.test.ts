import { expect, test } from 'vitest';
import type { FunnelReport } from '#shared/growth';
import { funnelsReportSchema } from '#shared/saved-funnels';
import { PRESETS } from '#shared/site-funnels';
import { recordAll } from '../store/testing/store-contract-events.ts';
import { FIGURES, openConsole, PEOPLE, seen } from '../testing/sites/console-site.ts';

const STEPS = ['section_view:section_name=hero', 'section_view:section_name=signup'];

async function open() {
  const site = await openConsole();
  const list = async (token = PEOPLE) =>
    funnelsReportSchema.parse(await site.read('funnels', token)).funnels;
  return { ...site, list };
}

test('an operator saves and deletes a funnel; viewers see it behind the presets, and write nothing', async () => {
  const { ask, list } = await open();
  const created = await ask('funnels', 'POST', {
    body: { name: '  To the form ', steps: STEPS, window: 7 },
  });
  expect(created.status).toBe(201);
  const [saved, ...others] = (await list(FIGURES)).toSpliced(0, PRESETS.length);
  expect(saved).toEqual(await created.json());
  expect(saved).toMatchObject({ name: 'To the form', window: 7, order: 'ordered', preset: null });
  expect(others).toEqual([]);
  const remove = (token = PEOPLE) => ask(`funnels/${saved?.id}`, 'DELETE', { token });
  const body = { name: 'x', steps: STEPS };
  expect((await ask('funnels', 'POST', { token: FIGURES, body })).status).toBe(403);
  expect((await remove(FIGURES)).status).toBe(403);
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(404);
  expect((await list()).map(({ preset }) => preset)).toEqual(PRESETS);
  expect((await ask('funnels?x=1')).status).toBe(400);
});

test('a funnel that asks about people is not shown to viewers', async () => {
  const { ask, list } = await open();
  const steps = ['*', 'form_submit:email_domain=example.org'];
  expect((await ask('funnels', 'POST', { body: { name: 'x', steps } })).status).toBe(201);
  expect(await list()).toHaveLength(PRESETS.length + 1);
  expect(await list(FIGURES)).toHaveLength(PRESETS.length);
  expect((await ask('funnel?name=x', 'GET', { token: FIGURES })).status).toBe(403);
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

test.each([
  [{ name: '' }],
  [{ name: ' .' }],
  [{ name: 'Signup' }],
  [{ name: 'reading' }],
  [{ name: 'x'.repeat(61) }],
  [{ name: 'two\nlines' }],
  [{ name: 'a\u202eb' }],
  [{ name: 'a\ud800' }],
  [{ name: 'x', steps: ['*'] }],
  [{ name: 'x', steps: ['*', 'a:b'] }],
  [{ name: 'x', steps: Array(21).fill('*') }],
  [{ name: 'x', order: 'backwards' }],
  [{ name: 'x', window: 0.5 }],
  [{ name: 'x', id: '1' }],
])('the funnel %j is refused, and nothing is stored', async (change) => {
  const { ask, store } = await open();
  expect((await ask('funnels', 'POST', { body: { steps: STEPS, ...change } })).status).toBe(400);
  expect(await store.readFunnels()).toEqual([]);
});

test('the fifty-first funnel is refused, a new version of one of them is not', async () => {
  const { ask, store } = await open();
  const save = async (name: string) =>
    (await ask('funnels', 'POST', { body: { name, steps: STEPS } })).status;
  for (let index = 1; index <= 50; index++) expect(await save(`🚀${index}`)).toBe(201);
  expect(await save('one more')).toBe(409);
  expect(await save('🚀7')).toBe(201);
  expect(await store.readFunnels()).toHaveLength(50);
});

test('a saved funnel is counted by its name, and the address may change its settings', async () => {
  const { store, read, ask } = await openConsole();
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
