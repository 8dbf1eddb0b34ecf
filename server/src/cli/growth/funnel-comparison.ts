import {
  type Comparison,
  comparePeople,
  compareRates,
  compareSeconds,
} from '#shared/compare-figures';
import type { FunnelStepResult } from '#shared/funnel';
import { compareSteps, type StepFigures } from '#shared/funnel-steps';
import type { Rate } from '#shared/statistics';
import type { CountedFunnel } from '../../reports/ask-reports.ts';
import { formatTable } from './text-table.ts';

type Steps = readonly FunnelStepResult[];

/** What is compared, such as a step, and its figures by name. */
interface Compared {
  label: string;
  figures: readonly (readonly [name: string, comparison: Comparison])[];
}

interface ComparedOptions {
  labels: readonly string[];
  /** The share of the time of both periods that is the later one's. */
  share: number;
}

/** Compares each figure of each step with the period before. */
export function comparedSteps(
  steps: Steps,
  before: Steps,
  { labels, share }: ComparedOptions,
): Compared[] {
  return compareSteps(steps, before).map(({ before: then, ...step }) => ({
    label: labels[step.position] ?? '',
    figures: then ? figuresOf(step, then, share) : [],
  }));
}

function figuresOf(step: StepFigures, then: StepFigures, share: number): Compared['figures'] {
  const people = ['people', comparePeople(step.count, then.count, share)] as const;
  const { ofFirst, ofPrevious } = step;
  if (!ofFirst || !ofPrevious || !then.ofFirst || !then.ofPrevious) return [people];
  return [
    people,
    ['of first', compareRates(ofFirst, then.ofFirst)],
    ['of previous', compareRates(ofPrevious, then.ofPrevious)],
    ['mean time', compareSeconds(step.averageSeconds, then.averageSeconds)],
    ['median time', compareSeconds(step.medianSeconds, then.medianSeconds)],
  ];
}

/** Compares what is about the whole funnel. */
export function comparedWhole(
  now: CountedFunnel,
  before: CountedFunnel,
  share: number,
): Compared[] {
  const { confirmed } = now;
  return [
    {
      label: 'measured at all',
      figures: [['people', comparePeople(now.measured, before.measured, share)]],
    },
    {
      label: 'time to convert',
      figures: [
        ['median', compareSeconds(now.time.medianSeconds, before.time.medianSeconds)],
        ['90 % within', compareSeconds(now.time.p90Seconds, before.time.p90Seconds)],
      ],
    },
    ...(confirmed && before.confirmed && confirmed.confirmed > 0
      ? [
          {
            label: 'confirmed',
            figures: [
              ['of signups', compareRates(rateOf(confirmed), rateOf(before.confirmed))] as const,
            ],
          },
        ]
      : []),
  ];
}

const rateOf = ({ signups, confirmed }: NonNullable<CountedFunnel['confirmed']>): Rate => ({
  successes: confirmed,
  trials: signups,
});

/** Returns a table with a row for each figure. */
export function comparisonTable(compared: readonly Compared[]): string {
  const rows = compared.flatMap(({ label, figures }) =>
    figures.map(([name, { now, before, change }], index) => [
      index === 0 ? label : '',
      name,
      now,
      before,
      change ?? '',
    ]),
  );
  return formatTable(['compared', '', 'now', 'period before', 'change'], rows, 2);
}
