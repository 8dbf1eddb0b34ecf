import { expect, test } from 'vitest';
import type { SavedFunnel } from '#shared/saved-funnels';
import { StartError } from '../../lib/start-error.ts';
import { newId } from '../../store/testing/store-contract-data.ts';
import { openPosthogApp } from '../../testing/programs/posthog-app-stand-in.ts';
import { applyCommand, planCommand } from './commands.ts';

type PosthogApp = Awaited<ReturnType<typeof openPosthogApp>>;

type Settings = Parameters<PosthogApp['run']>[1];

const linesOf = (printed: string) => printed.trimEnd().split('\n');
const apply = async (app: PosthogApp, settings?: Settings) =>
  linesOf(await app.run(applyCommand, settings));
const plan = async (app: PosthogApp) => linesOf(await app.run(planCommand));

/** Opens PostHog with our dashboard in it. */
async function openApplied() {
  const app = await openPosthogApp();
  await apply(app);
  return app;
}

async function refusalOf(asked: Promise<unknown>): Promise<string> {
  const error = await asked.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartError);
  const { message } = error as StartError;
  expect(message).not.toContain('phx_test');
  return message;
}

const KEYS = [
  ...['funnel-signup', 'people-measured', 'funnel-top', 'funnel-button', 'funnel-reading'],
  ...['funnel-form', 'funnel-by-source', 'visitors-by-source'],
  ...['trend-section-view', 'trend-scroll', 'trend-button-click', 'trend-form-submit'],
];

test('plan prints what apply will do, apply creates the dashboard and its insights with their tags, and then there is nothing to do', async () => {
  const app = await openPosthogApp();
  const planned = await plan(app);
  expect(planned.at(-1)).toBe('13 to do: npm run posthog -- apply');
  expect(app.takeWrites()).toEqual([]);
  const lines = await apply(app);
  expect(lines[0]).toBe('create  dashboard Dubkit: from first sight to signup');
  expect(lines.slice(1, 13).every((line) => line.startsWith('create  insight   '))).toBe(true);
  expect([lines.slice(0, 13), lines.at(-1)]).toEqual([planned.slice(0, 13), 'Done.']);
  const { dashboards, insights } = app.state;
  expect(dashboards).toMatchObject([{ tags: ['managed-by:dubkit', 'dubkit:dashboard'] }]);
  expect(insights.map(({ tags }) => tags)).toEqual(
    KEYS.map((key) => ['managed-by:dubkit', `dubkit:${key}`]),
  );
  // Saved: PostHog's list of insights shows no others.
  for (const insight of insights)
    expect(insight).toMatchObject({ saved: true, dashboards: [dashboards[0]?.id] });
  expect(app.takeWrites()).toHaveLength(13);
  const before = structuredClone(app.state);
  for (const again of [apply, plan]) expect((await again(app)).at(-1)).toBe('Nothing to do.');
  expect([app.takeWrites(), app.state]).toEqual([[], before]);
});

// cli/same-figures.test.ts compares the other funnels with the site's.
test('a funnel has the form that PostHog documents', async () => {
  const app = await openApplied();
  const sourceOf = (key: string) => {
    const { query } = app.state.insights[KEYS.indexOf(key)] ?? {};
    return (query as { source: object }).source;
  };
  const section = { type: 'event', key: 'section_name', operator: 'exact', value: ['signup'] };
  expect(sourceOf('funnel-signup')).toMatchObject({
    kind: 'FunnelsQuery',
    series: [
      { kind: 'EventsNode', event: 'section_view', name: 'section_view', properties: [section] },
      { event: 'form_submit' },
    ],
    dateRange: { date_from: '-30d' },
    funnelsFilter: { funnelVizType: 'steps', breakdownAttributionType: 'first_touch' },
  });
  const breakdownFilter = { breakdown: 'click_location', breakdown_type: 'event' };
  expect(sourceOf('funnel-button')).toMatchObject({ breakdownFilter });
});

test('a saved funnel becomes an insight that follows it, and is deleted with it', async () => {
  const app = await openPosthogApp();
  const id = newId();
  const steps = ['*', 'button_click', 'form_submit:form_type=beta,event_label=success'];
  const settings = { order: 'strict', window: 7, breakdown: 'viewport', among: null } as const;
  const funnel: SavedFunnel = { id, name: 'Beta "<b>', steps, ...settings };
  // In PostHog, the step that shares an event with the one before is left out.
  const short = { ...funnel, id: newId(), name: 'Short', steps: ['form_submit', '~form_submit'] };
  const applyWith = (...saved: SavedFunnel[]) => apply(app, { saved });
  await applyWith(funnel, short);
  const own = () =>
    app.state.insights.filter(
      ({ deleted, tags }) => !deleted && tags.some((tag) => tag.startsWith('dubkit:funnel-saved-')),
    );
  const tags = ['managed-by:dubkit', `dubkit:funnel-saved-${id}`];
  expect(own()).toMatchObject([{ name: 'Funnel: Beta "<b>', tags }]);
  const form = { event: 'form_submit', properties: [{ key: 'form_type' }, { key: 'event_label' }] };
  expect(own()[0]?.query).toMatchObject({
    source: {
      series: [{ event: null }, { custom_name: 'Pressed a signup button' }, form],
      funnelsFilter: { funnelOrderType: 'strict', funnelWindowInterval: 7 },
      breakdownFilter: { breakdown: '$device_type' },
    },
  });
  expect((await applyWith(funnel, short)).at(-1)).toBe('Nothing to do.');
  const changed = await applyWith({ ...funnel, breakdown: 'channel' });
  expect(changed.filter((line) => line.startsWith('update'))).toEqual([
    'update  insight   Funnel: Beta "<b>: query',
  ]);
  expect(own()[0]?.query).not.toHaveProperty('source.breakdownFilter');
  // Another version of the program knew such a step.
  const unreadable = await applyWith({ ...funnel, steps: ['*', 'a:b'] });
  expect(unreadable[0]).toBe(
    'This version cannot read the saved funnel "Beta \\"<b>"; its insight is not kept.',
  );
  expect(own()).toEqual([]);
});

test('only manual changes are reverted', async () => {
  const app = await openApplied();
  const wanted = structuredClone(app.state);
  const [signup, , top, , , , , visitors] = app.state.insights;
  Object.assign(signup ?? {}, { name: 'My funnel', tags: [...(signup?.tags ?? []), 'mine'] });
  const query = structuredClone(top?.query) as { source: Record<string, unknown> };
  query.source['breakdownFilter'] = { breakdown: 'utm_medium', breakdown_type: 'event' };
  Object.assign(top ?? {}, { query });
  Object.assign(visitors ?? {}, { dashboards: [999] });
  app.takeWrites();

  const lines = await apply(app);
  expect(lines.filter((line) => line.startsWith('update'))).toEqual([
    'update  insight   Funnel: Signup: name',
    'update  insight   Funnel: From the top: query',
    'update  insight   Visitors by source: dashboard',
  ]);
  expect(app.takeWrites()).toHaveLength(3);
  // The tag and the dashboard that somebody added stay.
  Object.assign(wanted.insights[0] ?? {}, { tags: signup?.tags });
  Object.assign(wanted.insights[7] ?? {}, { dashboards: [999, wanted.dashboards[0]?.id] });
  expect(app.state).toEqual(wanted);
  expect(signup?.tags).toContain('mine');
});

test("other people's resources are not changed, even with one of the two tags or the same name", async () => {
  const app = await openPosthogApp();
  const own = [
    { name: 'Funnel: Signup', tags: [] },
    { name: 'a', tags: ['managed-by:dubkit'] },
    { name: 'b', tags: ['dubkit:funnel-top'] },
    { name: 'c', tags: ['managed-by:somebody', 'dubkit:funnel-top'] },
    { name: null, tags: [] },
  ];
  for (const insight of own) app.create('insights', { ...insight, query: { kind: 'X' } });
  app.create('dashboards', { name: 'Dubkit: from first sight to signup' });
  const before = structuredClone(app.state);
  await apply(app);
  await apply(app);
  expect(app.state.insights.slice(0, own.length)).toEqual(before.insights);
  expect(app.state.dashboards[0]).toEqual(before.dashboards[0]);
  expect(app.state.insights).toHaveLength(own.length + KEYS.length);
});

test('our resources that are unwanted or duplicated are deleted, and deleted ones are created again', async () => {
  const app = await openApplied();
  const tags = (key: string) => ['managed-by:dubkit', `dubkit:${key}`];
  app.create('insights', { name: 'Old', tags: tags('trend-old') });
  app.create('insights', { name: 'Funnel, copied', tags: tags('funnel-top') });
  Object.assign(app.state.insights[0] ?? {}, { deleted: true });
  Object.assign(app.state.dashboards[0] ?? {}, { deleted: true });
  const lines = await apply(app);
  expect(lines.filter((line) => /^(create|delete)/.test(line))).toEqual([
    'create  dashboard Dubkit: from first sight to signup',
    'create  insight   Funnel: Signup',
    'delete  insight   Old',
    'delete  insight   Funnel, copied',
  ]);
  const present = app.state.insights.filter(({ deleted }) => !deleted);
  expect(present.map(({ tags: [, key] }) => key).sort()).toEqual(
    KEYS.map((key) => `dubkit:${key}`).sort(),
  );
  // The new dashboard takes over the insights.
  for (const { dashboards } of present) expect(dashboards).toContain(app.state.dashboards[1]?.id);
  expect((await apply(app)).at(-1)).toBe('Nothing to do.');
});

test('after an error in the middle, apply continues from there', async () => {
  const app = await openPosthogApp();
  app.rules.refuse = { from: 6, status: 503 };
  expect(await refusalOf(apply(app))).toMatch(/answers 503 \(Refused by a rule\.\): .*again later/);
  app.rules.refuse = null;
  await apply(app);
  expect(app.state.dashboards).toHaveLength(1);
  expect(app.state.insights).toHaveLength(KEYS.length);
});

test('a PostHog that keeps no tags is reported before anything is left behind', async () => {
  const app = await openPosthogApp({ keepsTags: false });
  expect(await refusalOf(apply(app))).toMatch(
    /kept no tags on .*deleted it again; it needs a PostHog plan with tags/,
  );
  expect(app.state.insights).toEqual([]);
  expect(app.state.dashboards).toMatchObject([{ deleted: true }]);
});

test('each refusal says what to do', async () => {
  const app = await openPosthogApp();
  const message = (config = {}) => refusalOf(apply(app, { config }));
  expect(await message({ posthogPersonalApiKey: null })).toMatch(
    /^POSTHOG_PERSONAL_API_KEY is not set; expected e\.g\. /,
  );
  expect(await message({ posthogProjectId: null })).toMatch(/^POSTHOG_PROJECT_ID is not set; /);
  expect(await message({ posthogPersonalApiKey: 'phx_other' })).toMatch(
    /^[^\n]*answers 401 \(Personal API key is invalid\.\): POSTHOG_PERSONAL_API_KEY .*phx_…[^\n]*$/,
  );
  expect(await message({ posthogProjectId: 7 })).toMatch(/answers 404 .*POSTHOG_PROJECT_ID and/);
  app.rules.readOnly = true;
  expect(await message()).toMatch(/answers 403 .*insight:write.*insight:write and dashboard:write/);
  app.rules.refuse = { from: 0, status: 429 };
  expect(await message()).toMatch(/answers 429 .*try again later/);
  app.rules.refuse = { from: 0, status: 302, headers: { Location: 'https://elsewhere.example' } };
  expect(await message()).toMatch(/answers 302/);
  app.rules.refuse = { from: 0, status: 200 };
  expect(await message()).toMatch(/does not answer like PostHog .*POSTHOG_HOST/);
  await app.close();
  expect(await message()).toMatch(/cannot be reached: [A-Z_]+; check POSTHOG_HOST/);
});
