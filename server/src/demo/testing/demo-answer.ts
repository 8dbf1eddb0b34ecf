import { FUNNEL_PRESETS, PRESETS, type Preset } from '#shared/site-funnels';
import {
  DEMO_SOURCES,
  DEMO_WAYS,
  type DemoAct,
  type DemoSource,
  type DemoWay,
  sourceOf,
} from '../demo-table.ts';

/** People per step, for each preset. */
type DemoFunnels = Record<Preset, number[]>;

/** Returns the figures that follow from the table of the ways. */
export function demoAnswer(people: number) {
  const hundreds = (source: DemoSource) =>
    Array.from({ length: people / 100 }, (_, hundred) => sourceOf(hundred * 100)).filter(
      (one) => one === source,
    ).length;
  /** Adds up the people who take each step, of some sources and some ways. */
  const count = (
    preset: Preset,
    sources: readonly DemoSource[] = DEMO_SOURCES,
    ways: readonly DemoWay[] = DEMO_WAYS,
  ) =>
    FUNNEL_PRESETS[preset].steps.map((_, step) =>
      sources.reduce((sum, source) => {
        const column = DEMO_SOURCES.indexOf(source);
        const ofHundred = ways
          .filter(({ takes }) => (takes[PRESETS.indexOf(preset)] ?? 0) > step)
          .reduce((some, one) => some + (one.people[column] ?? 0), 0);
        return sum + ofHundred * hundreds(source);
      }, 0),
    );
  const funnels = (sources?: readonly DemoSource[]) =>
    Object.fromEntries(PRESETS.map((preset) => [preset, count(preset, sources)])) as DemoFunnels;
  const having = (act: DemoAct) => DEMO_WAYS.filter(({ acts }) => acts.includes(act));
  return {
    funnels: funnels(),
    bySource: Object.fromEntries(
      DEMO_SOURCES.filter((source) => hundreds(source) > 0).map((source) => [
        source,
        funnels([source]),
      ]),
    ) as Partial<Record<DemoSource, DemoFunnels>>,
    /** The preset `button`, by the place of the button. */
    byLocation: {
      hero: count('button', DEMO_SOURCES, having('press hero')),
      header: count('button', DEMO_SOURCES, having('press header')),
    },
  };
}
