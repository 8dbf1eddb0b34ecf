import type { FunnelStepResult } from '#shared/funnel';
import type { BehaviourReport } from '#shared/growth';
import { FEWEST_PEOPLE } from '#shared/growth-console';
import type { Traffic } from '#shared/reports';
import type { CountedFunnel } from './ask-reports.ts';
import { addCounts, NO_VALUES } from './count-traffic.ts';

// What GROWTH_VIEWER_TOKEN shows: the owner's figures, in which values of fewer than five people are one group, and times of
// fewer than five are missing. find-few.ts says which values a question may name.

/** Joins the values of fewer people into the others. Somebody with several of them counts for each. */
export function viewTraffic({ rows, others, ...traffic }: Traffic): Traffic {
  const few = rows.filter(({ people }) => people < FEWEST_PEOPLE);
  const joined = few.reduce(
    (sum, row) => addCounts(sum, { values: 1, ...row }),
    others ?? NO_VALUES,
  );
  return {
    ...traffic,
    rows: rows.filter((row) => !few.includes(row)),
    ...(joined.values > 0 && { others: joined }),
  };
}

/** The same for buttons. */
export function viewBehaviour({ buttons, others, ...behaviour }: BehaviourReport): BehaviourReport {
  const few = buttons.filter(({ people }) => people < FEWEST_PEOPLE);
  const joined = few.reduce(
    (sum, { people, presses }) => ({
      buttons: sum.buttons + 1,
      people: sum.people + people,
      presses: sum.presses + presses,
    }),
    others ?? { buttons: 0, people: 0, presses: 0 },
  );
  return {
    ...behaviour,
    buttons: buttons.filter((button) => !few.includes(button)),
    ...(joined.buttons > 0 && { others: joined }),
  };
}

export function viewFunnel({ steps, time, breakdown, others, ...funnel }: CountedFunnel) {
  const few = breakdown.filter((row) => (row.steps[0]?.count ?? 0) < FEWEST_PEOPLE);
  const finished = steps.at(-1)?.count ?? 0;
  const joined = [...few.map((row) => row.steps), ...(others ? [others.steps] : [])];
  return {
    ...funnel,
    steps: viewSteps(steps),
    time: finished > 0 && finished < FEWEST_PEOPLE ? NO_TIME : time,
    breakdown: breakdown
      .filter((row) => !few.includes(row))
      .map((row) => ({ value: row.value, steps: viewSteps(row.steps) })),
    others:
      few.length === 0
        ? others && { ...others, steps: viewSteps(others.steps) }
        : { values: few.length + (others?.values ?? 0), steps: sumSteps(joined) },
  } satisfies CountedFunnel;
}
const NO_TIME: CountedFunnel['time'] = { medianSeconds: null, p90Seconds: null, bins: [] };

const viewSteps = (steps: readonly FunnelStepResult[]): FunnelStepResult[] =>
  steps.map((step) => (step.count < FEWEST_PEOPLE ? { ...step, ...NO_TIMES } : step));
const NO_TIMES = { averageSeconds: null, medianSeconds: null };

/** The times of several groups together are not known. */
const sumSteps = (groups: readonly FunnelStepResult[][]): FunnelStepResult[] =>
  (groups[0] ?? []).map(({ event }, step) => ({
    event,
    count: groups.reduce((sum, steps) => sum + (steps[step]?.count ?? 0), 0),
    ...NO_TIMES,
  }));
