import type { EventFilter } from '#shared/event-filter';
import type { FunnelStep } from '#shared/funnel';
import { FEWEST_PEOPLE } from '#shared/growth-console';
import { isOwnStep } from '#shared/site-funnels';
import type { Range } from '#shared/time-range';
import type { Issue } from '../lib/issues.ts';
import type { StoreReader } from '../store/store.ts';
import { countPeople } from './count-forms.ts';

export interface NamedValues extends Range {
  filters: readonly EventFilter[];
  steps?: readonly FunnelStep[];
}

/** A viewer has named a value that nobody has, or that fewer than five people have. */
export class FewPeopleError extends Error {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super('fewer than five people have a value that a viewer names');
    this.issues = issues;
  }
}

const message = `expected what at least ${FEWEST_PEOPLE} people of the period have`;

/** @param reader of the events that pass the filters @returns which of the values have fewer than five people in the range */
export async function findFew(
  reader: Pick<StoreReader, 'scanEvents'>,
  { filters, steps = [], from, to }: NamedValues,
): Promise<Issue[]> {
  const range = { from, to };
  if (filters.length > 0 && (await reader.scanEvents(range, () => {})) < FEWEST_PEOPLE)
    return [{ path: 'filter', message }];
  const naming = steps
    .map(({ event, properties }, index) => ({ event, properties, path: `step.${index}` }))
    .filter((step) => Object.keys(step.properties).length > 0 && !isOwnStep(step));
  if (naming.length === 0) return [];
  const counts = await countPeople(reader, naming, range);
  return naming.flatMap(({ path }, index) =>
    (counts[index] ?? 0) < FEWEST_PEOPLE ? [{ path, message }] : [],
  );
}
