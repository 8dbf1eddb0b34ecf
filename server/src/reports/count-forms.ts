import { FORM_OUTCOMES } from '#shared/event-values';
import type { FormsReport } from '#shared/growth';
import type { ReceivedRange, StoreReader } from '../store/store.ts';
import { matchConditions } from './match-event.ts';
import { type PersonEvents, visitPeople } from './scan/scan-events.sql.ts';

const sent = (properties: Record<string, string>) => ({ event: 'form_submit', properties });
/** That a form was sent, whatever became of it, and then each outcome. */
const CONDITIONS = [sent({}), ...FORM_OUTCOMES.map((event_label) => sent({ event_label }))];

/** Counts the people who sent a form, and those who ever saw each outcome. Somebody who tried again may have several. */
export async function countForms(
  reader: Pick<StoreReader, 'scanEvents'>,
  range: ReceivedRange,
): Promise<FormsReport> {
  const counts = CONDITIONS.map(() => 0);
  const visit = ({ start, end, matchedSteps }: PersonEvents) => {
    let seen = 0;
    for (let event = start; event < end; event++) seen |= matchedSteps[event] ?? 0;
    for (const index of counts.keys()) counts[index] = (counts[index] ?? 0) + ((seen >> index) & 1);
  };
  const asked = {
    conditions: CONDITIONS.length,
    matchedSteps: matchConditions(CONDITIONS),
    withOthers: false,
    readBreakdown: null,
  };
  await visitPeople(reader, { ...asked, ...range }, { visit });
  const [people = 0, ...outcomes] = counts;
  return {
    people,
    outcomes: FORM_OUTCOMES.map((outcome, index) => ({ outcome, people: outcomes[index] ?? 0 })),
  };
}
