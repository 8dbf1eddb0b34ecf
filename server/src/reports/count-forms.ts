import { FORM_OUTCOMES } from '#shared/event-values';
import type { FormsReport } from '#shared/growth';
import type { Range } from '#shared/time-range';
import type { StoreReader } from '../store/store.ts';
import { matchConditions } from './filter-events.ts';
import { type PersonEvents, visitPeople } from './scan/scan-events.sql.ts';

type Scanning = Pick<StoreReader, 'scanEvents'>;
type Condition = Parameters<typeof matchConditions>[0][number];

/**
 * Counts, for each condition, the people with an event that meets it.
 *
 * @param conditions at most 31
 * @param each is told of each person which conditions they meet: bit i for condition i
 */
export async function countPeople(
  reader: Scanning,
  conditions: readonly Condition[],
  range: Range,
  each: (met: number) => void = () => {},
): Promise<number[]> {
  const counts = conditions.map(() => 0);
  const visit = ({ start, end, matchedSteps }: PersonEvents) => {
    let seen = 0;
    for (let event = start; event < end; event++) seen |= matchedSteps[event] ?? 0;
    for (const index of counts.keys()) counts[index] = (counts[index] ?? 0) + ((seen >> index) & 1);
    each(seen);
  };
  const asked = {
    conditions: conditions.length,
    matchedSteps: matchConditions(conditions),
    withOthers: false,
    readBreakdown: null,
  };
  await visitPeople(reader, { ...asked, ...range }, { visit });
  return counts;
}

const sent = (properties: Record<string, string>) => ({ event: 'form_submit', properties });
/** That a form was sent, whatever became of it, and then each outcome. */
const CONDITIONS = [sent({}), ...FORM_OUTCOMES.map((event_label) => sent({ event_label }))];

/**
 * Counts the people who sent a form, and those who ever saw each outcome. Somebody who tried again may have several, and the first
 * of them in this order is the best.
 */
export async function countForms(reader: Scanning, range: Range): Promise<FormsReport> {
  const best = FORM_OUTCOMES.map(() => 0);
  const addBest = (met: number) => {
    const index = best.findIndex((_, outcome) => (met >> (outcome + 1)) & 1);
    best[index] = (best[index] ?? 0) + 1;
  };
  const [people = 0, ...outcomes] = await countPeople(reader, CONDITIONS, range, addBest);
  return {
    people,
    outcomes: FORM_OUTCOMES.map((outcome, index) => ({
      outcome,
      people: outcomes[index] ?? 0,
      best: best[index] ?? 0,
    })),
  };
}
