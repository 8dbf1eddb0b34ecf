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
import { formatTable } from '../frame/text-table.ts';

type Steps = readonly FunnelStepResult[];

/** What is compared, such as a step, and its figures by name. */
interface Compared {
  label: string;
  figures: readonly (readonly [name: string, comparison: Comparison])[];
}

/** Of the period before. @property share of the time of both periods that is the later one's */
interface Earlier {
  steps: Steps;
  share: number;
}

/** Compares each figure of each step with the period before. */
export function comparedSteps(
  steps: Steps,
  { steps: earlier, share }: Earlier,
  labels: readonly string[],
): Compared[] {
  return compareSteps(steps, earlier).map(({ before: then, ...step }) => ({
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
export function comparedWhole(now: CountedFunnel, before: CountedFunnel & Earlier): Compared[] {
  const { confirmed } = now;
  return [
    {
      label: 'measured at all',
      figures: [['people', comparePeople(now.measured, before.measured, before.share)]],
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

/** Returns a table with a row for each figure. @param before the days of the period before */
export function comparisonTable(compared: readonly Compared[], before: string): string {
  const rows = compared.flatMap(({ label, figures }) =>
    figures.map(([name, { now, before: then, change }], index) => [
      index === 0 ? label : '',
      name,
      now,
      then,
      change ?? '',
    ]),
  );
  return formatTable(['compared', '', 'now', before, 'change'], rows, 2);
}
