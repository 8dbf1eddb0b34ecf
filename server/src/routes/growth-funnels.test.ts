import { expect, test } from 'vitest';
import type { FunnelReport } from '#shared/growth';
import { funnelsReportSchema } from '#shared/saved-funnels';
import { PRESETS } from '#shared/site-funnels';
import { recordAll } from '../store/testing/store-contract-events.ts';
import {
  FIGURES,
  MARCH_14,
  openConsole,
  PEOPLE,
  seen,
  signup,
} from '../testing/sites/console-site.ts';
import { NOON } from '../testing/test-app.ts';

// funnel-params.test.ts has what a question may say, and count-funnel.test.ts how people are counted.
test('the funnel is a preset, or the one in the address, in its days', async () => {
  const { store, read } = await openConsole();
  await recordAll(store, [
    seen('jane', 'hero'),
    seen('jane', 'signup', NOON + 4000),
    { ...seen('john', 'hero'), utmSource: 'news' },
  ]);
  const own = await read<FunnelReport>('funnel?preset=top');
  expect(own).toMatchObject({
    preset: 'top',
    labels: ['Saw the top of the page', 'Saw the signup section', 'Signed up'],
    measured: 2,
    steps: [{ count: 2 }, { count: 1, averageSeconds: 4, medianSeconds: 4 }, { count: 0 }],
    time: { medianSeconds: null },
    overTime: { unit: 'hour', buckets: [{ from: '2026-03-14T12:00:00.000Z', started: 2 }] },
  });
  const byDefault = { preset: 'signup', steps: [{ count: 1 }, { count: 0 }] };
  expect(await read('funnel')).toMatchObject(byDefault);
  const steps = 'step=section_view:section_name%3Dhero&step=*&step=scrol:percent_scrolled%3D25';
  const asked = await read<FunnelReport>(`funnel?${steps}&breakdown=utm_source&${MARCH_14}`);
  expect(asked).toMatchObject({ preset: null, steps: [{ count: 2 }, { count: 1 }, { count: 0 }] });
  expect(asked.breakdown.map(({ value, steps }) => [value, steps[0]?.count])).toEqual([
    [null, 1],
    ['news', 1],
  ]);
  // A step that nobody can take is named.
  expect(asked.warnings).toEqual([expect.stringContaining('no event called "scrol"')]);
  const later = await read<FunnelReport>('funnel?preset=top&from=2026-03-15');
  expect(later.steps[0]?.count).toBe(0);
});

test('a funnel that ends with a signup says how many signups of its range and path are confirmed', async () => {
  const { store, read } = await openConsole();
  const later = NOON + 3 * 86_400_000;
  const beta = { signupType: 'beta' as const, useCase: 'Films' };
  await store.insertSignup(signup('a@a.test', { confirmedAt: later }));
  await store.insertSignup(signup('b@a.test'));
  await store.insertSignup(signup('c@a.test', { ...beta, confirmedAt: later }));
  await store.insertSignup(signup('d@a.test', { createdAt: later, confirmedAt: later }));
  const ask = async (query: string) =>
    (await read<FunnelReport>(`funnel?${query}&${MARCH_14}`)).confirmed;
  expect(await ask('preset=signup')).toEqual({ signups: 3, confirmed: 2 });
  const notify = 'step=*&step=form_submit:event_label%3Dsuccess,form_type%3Dnotifyme';
  expect(await ask(notify)).toEqual({ signups: 2, confirmed: 1 });
  // Not a signup, not only one, or of a property that the signups table does not know.
  for (const end of [':event_label%3Derror', ':form_type%3Dnotifyme', ''])
    expect(await ask(`step=*&step=form_submit${end}`)).toBeNull();
  expect(await ask(`${notify},email_domain%3Da.test`)).toBeNull();
  expect(await ask('preset=reading')).toBeNull();
  expect((await read<FunnelReport>('funnel')).confirmed).toEqual({ signups: 4, confirmed: 3 });
});

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

const NO_FUNNELS = [
  { name: '' },
  { name: 'Signup' },
  { name: 'x'.repeat(61) },
  { name: 'a\u202eb' },
  { name: 'a\ud800' },
  { name: 'x', steps: ['*'] },
  { name: 'x', steps: ['*', 'a:b'] },
  { name: 'x', steps: Array(21).fill('*') },
  { name: 'x', order: 'backwards' },
  { name: 'x', window: 0.5 },
  { name: 'x', id: '1' },
];

test('what is no funnel, or has the name of a preset, is refused, and nothing is stored', async () => {
  const { ask, store } = await open();
  for (const change of NO_FUNNELS) {
    const { status } = await ask('funnels', 'POST', { body: { steps: STEPS, ...change } });
    expect(status, JSON.stringify(change)).toBe(400);
  }
  expect(await store.readFunnels()).toEqual([]);
});

test('a second name for the same funnel is refused, and the answer names the first', async () => {
  const { ask, store } = await open();
  const save = (name: string, change = {}) =>
    ask('funnels', 'POST', { body: { name, steps: STEPS, ...change } });
  expect((await save('one')).status).toBe(201);
  const refused = await save('two', { window: 14, breakdown: null });
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    code: 'same_funnel',
    message: 'The saved funnel "one" asks the same; delete it first.',
  });
  expect((await save('one')).status).toBe(201);
  expect((await save('two', { window: 7 })).status).toBe(201);
  expect(await store.readFunnels()).toHaveLength(2);
});

test('the fifty-first funnel is refused, a new version of one of them is not', async () => {
  const { ask, store } = await open();
  const save = async (name: string, window: number) =>
    (await ask('funnels', 'POST', { body: { name, steps: STEPS, window } })).status;
  for (let index = 1; index <= 50; index++) expect(await save(`🚀${index}`, index)).toBe(201);
  expect(await save('one more', 51)).toBe(409);
  expect(await save('🚀7', 52)).toBe(201);
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
