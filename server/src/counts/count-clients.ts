import { DAY_MS } from '#shared/limits';
import { inNetwork } from '../edge/budgets.ts';
import type { NewEvent } from '../store/store.ts';
import { createQuarterCounts, type QuarterCountsDeps } from './quarter-counts.ts';

/** What alerts count of visitors: `measured` sent an event, `saw_form` is one who then may have `used_form`. */
export type ClientAct =
  | 'visited'
  | 'refused'
  | 'agreed'
  | 'measured'
  | 'saw_form'
  | 'used_form'
  | 'sent_form'
  | 'form_failed'
  | 'signed_up';

/**
 * Counts clients by what they did, for the alerts. Each client counts once a day (UTC) for each act, so that nobody can
 * raise an alert alone: docs/decisions/029-what-the-team-is-told.md. Addresses stay in memory, as hashes.
 */
export type ClientCounts = ReturnType<typeof createClientCounts>;

/** About 5 MB. Beyond it, further clients of the day are not counted at all, so the rates stay right. */
const MAX_CLIENTS = 20_000;

export function createClientCounts({ write, now }: QuarterCountsDeps) {
  const { count: add, flush } = createQuarterCounts<ClientAct>({ write, now });
  let day = Number.NaN;
  let clients = new Map<string, Set<ClientAct>>();

  function forgetYesterday() {
    const today = Math.floor(now() / DAY_MS);
    if (today !== day) clients = new Map();
    day = today;
  }

  function actsOf(hash: string): Set<ClientAct> | undefined {
    forgetYesterday();
    const client = inNetwork(hash);
    const acts = clients.get(client);
    if (acts || clients.size >= MAX_CLIENTS) return acts;
    const created = new Set<ClientAct>();
    clients.set(client, created);
    return created;
  }

  /** @param client a hash of its address */
  function count(client: string, act: ClientAct) {
    const acts = actsOf(client);
    if (!acts || acts.has(act)) return;
    acts.add(act);
    add(act);
  }

  return {
    count,
    countEvents(client: string, events: readonly Pick<NewEvent, 'name' | 'properties'>[]) {
      if (events.length > 0) count(client, 'measured');
      for (const { name, properties } of events) {
        if (name === 'section_view' && properties['section_name'] === 'signup')
          count(client, 'saw_form');
        if (name !== 'form_submit') continue;
        count(client, 'sent_form');
        if (properties['event_label'] === 'error') count(client, 'form_failed');
        const succeeded = properties['event_label'] === 'success';
        if (succeeded && actsOf(client)?.has('saw_form')) count(client, 'used_form');
      }
    },
    flush() {
      forgetYesterday(); // also without a further visitor: the privacy page says when
      return flush();
    },
  };
}
