import type { Store } from '../../store/store.ts';
import { batch, grant, NOON, newId } from '../../store/testing/store-contract-data.ts';

const DAY = 86_400_000;
const NAMES = ['section_view', 'button_click', 'form_submit', 'scroll'];
const LABELS = ['success', 'duplicate', 'error'];
const SOURCES = [null, null, 'news', 'ads', 'söcial'];

/** Stores random events: people come again, some events arrive days late, and many happen at the same instant. */
export async function recordRandomEvents(
  store: Store,
  people: readonly string[],
  { count, random }: { count: number; random: (below: number) => number },
): Promise<void> {
  for (const consentId of people) await store.recordDecision(grant({ consentId }));
  const pick = <T>(values: readonly T[]) => values[random(values.length)] as T;
  for (let stored = 0; stored < count; stored += 100) {
    const begin = NOON + Math.floor((stored / count) * 30 * DAY) - (random(9) === 0 ? 9 * DAY : 0);
    const events = Array.from({ length: 100 }, () => ({
      id: newId(),
      name: pick(NAMES),
      properties: { event_label: pick(LABELS), form_type: pick(['beta', 'notifyme', null]) },
      occurredAt: begin + random(40) * 1_000,
    }));
    const context = {
      ...batch().context,
      utmSource: pick(SOURCES),
      viewport: pick(['small', null]),
    };
    await store.recordEvents(batch({ consentId: pick(people), context, events }));
  }
}
