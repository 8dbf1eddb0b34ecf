import { expect, test, vi } from 'vitest';
import { type FunnelResult, type FunnelStepResult, funnelQuerySchema } from '#shared/funnel';
import type { FunnelReport } from '#shared/growth';
import { FUNNEL_PRESETS, PRESETS, type Preset } from '#shared/site-funnels';
import { readDatabase } from '../database/open-database.ts';
import { countFunnel } from '../reports/funnel/count-funnel.ts';
import { createChannelOf, shippedChannels } from '../reports/load-channels.ts';
import { openPosthogApp } from '../testing/programs/posthog-app-stand-in.ts';
import { openConsole } from '../testing/sites/console-site.ts';
import { runGrowth } from '../testing/sites/run-growth.ts';
import { demoDataCommand } from './growth/demo-data.ts';
import { funnelCommand } from './growth/funnel-command.ts';
import { applyCommand } from './posthog/commands.ts';

vi.setConfig({ testTimeout: 60_000 });

const [FROM, TO] = ['2026-02-13', '2026-03-14'];

interface PosthogFunnel {
  series: {
    event: string;
    custom_name: string;
    properties: { key: string; operator: string; value: [string] }[];
  }[];
  funnelsFilter: { funnelOrderType: string; funnelWindowInterval: number };
  breakdownFilter?: { breakdown: string };
  properties?: { type: string; key: string }[];
}

/** The queries that PostHog got from `npm run posthog -- apply`, by key. */
async function posthogQueries(): Promise<Map<string, unknown>> {
  const { run, state } = await openPosthogApp();
  await run(applyCommand);
  return new Map(
    state.insights.map(({ tags, query }) => [
      tags[1]?.replace('dubkit:', '') ?? '',
      (query as { source: unknown }).source,
    ]),
  );
}

/** Counts what PostHog was told to count, by our copy of its rules: growth/funnel-command.test.ts has the cases of its tests. */
function countAsPosthog(database: string, funnel: PosthogFunnel): Promise<FunnelResult> {
  const { series, funnelsFilter, breakdownFilter, properties } = funnel;
  for (const { properties: own } of series)
    for (const { operator } of own) expect(operator).toBe('exact');
  const [first] = series;
  const [among] = properties ?? [];
  if (among) {
    const { key, value = [''] } = first?.properties[0] ?? {};
    const condition = `event = '${first?.event}' AND properties.${key} = '${value[0]}'`;
    expect(among).toEqual({
      type: 'hogql',
      key: `person_id IN (SELECT person_id FROM events WHERE ${condition} AND timestamp >= toStartOfDay(now() - INTERVAL 30 DAY))`,
    });
  }
  const query = funnelQuerySchema.parse({
    steps: series.map(({ event, properties: own }) => ({
      event,
      properties: Object.fromEntries(own.map(({ key, value: [value] }) => [key, value])),
    })),
    order: funnelsFilter.funnelOrderType,
    windowSeconds: funnelsFilter.funnelWindowInterval * 86_400,
    breakdown: breakdownFilter?.breakdown ?? null,
    amongFirst: among !== undefined,
    from: FROM,
    to: TO,
  });
  const channelOf = createChannelOf(shippedChannels());
  return readDatabase(database, (reader) => countFunnel(reader, query, channelOf));
}

const counts = (steps: readonly FunnelStepResult[]) => steps.map(({ count }) => count);
const groups = ({ breakdown }: Pick<FunnelResult, 'breakdown'>, steps: number) =>
  breakdown.map(({ value, steps: own }) => [value, counts(own).slice(0, steps)]);

test('the console, the command and the dashboard in PostHog have the same presets, steps and figures', async () => {
  const { database, read } = await openConsole();
  const made = ['--people', '500', '--days', '30', '--until', TO, '--force'];
  await runGrowth(demoDataCommand, database, made);
  const command = async (...options: string[]) => {
    const printed = await runGrowth(funnelCommand, database, [...options, '--json']);
    const { consent: _, ...answer } = JSON.parse(printed.slice(printed.indexOf('{'))); // after warnings
    return answer;
  };
  const inPosthog = await posthogQueries();
  // All events, and each person once.
  expect(inPosthog.get('people-measured')).toMatchObject({
    series: [{ event: null, math: 'dau' }],
    trendsFilter: { display: 'BoldNumber' },
  });
  const shown = new Map<Preset, FunnelReport>();
  for (const preset of PRESETS) {
    const range = `from=${FROM}&to=${TO}`;
    const console = await read<FunnelReport>(`funnel?preset=${preset}&${range}`);
    shown.set(preset, console);
    expect(await command('--preset', preset, '--from', FROM, '--to', TO), preset).toEqual(console);
    expect(console.preset).toBe(preset);
    expect(counts(console.steps).every((count) => count > 0)).toBe(true);

    const posthog = inPosthog.get(`funnel-${preset}`) as PosthogFunnel | undefined;
    if (!posthog) throw new Error(`PostHog has no funnel ${preset}`);
    // Form is one step shorter there: an event takes one step only. Who signed up is in the funnel Signup.
    const steps = preset === 'form' ? 2 : console.steps.length;
    expect(posthog.series.map(({ custom_name }) => custom_name)).toEqual(
      console.labels.slice(0, steps),
    );
    expect(posthog.breakdownFilter?.breakdown ?? null).toBe(FUNNEL_PRESETS[preset].breakdown);
    const counted = await countAsPosthog(database, posthog);
    expect(counts(counted.steps), preset).toEqual(counts(console.steps).slice(0, steps));
    expect(counted.measured).toBe(console.measured);
    expect(groups(counted, steps), preset).toEqual(groups(console, steps));
  }
  expect(shown.get('form')?.steps.at(-1)?.count).toBe(shown.get('signup')?.steps.at(-1)?.count);
  const steps = ['section_view:section_name=signup', 'section_view:section_name=hero', 'scrol'];
  const params = new URLSearchParams({ order: 'unordered' });
  for (const step of steps) params.append('step', step);
  const own = await read<FunnelReport>(`funnel?${params}`);
  expect(own).toMatchObject({ preset: null, warnings: [expect.stringContaining('scrol')] });
  expect(
    await command('--order', 'unordered', ...steps.flatMap((step) => ['--step', step])),
  ).toEqual(own);
});
