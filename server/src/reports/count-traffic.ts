import type { EventFilter } from '#shared/event-filter';
import { MAX_TRAFFIC_ROWS, type Traffic } from '#shared/reports';
import type { Range } from '#shared/time-range';
import type { TrafficField } from '#shared/traffic-fields';
import { ComputedOnce } from '../lib/computed-once.ts';
import { keepCompiled } from '../lib/keep-compiled.ts';
import type { EventChunk, EventKind, StoreReader } from '../store/store.ts';
import { type EventField, placesOf, readField, splitPair } from './event-field.ts';
import type { ChunkValues } from './scan/scan-events.sql.ts';
import { Sums } from './sums.ts';

/** The most values counted in one pass. Anybody can make up any number of them, and each takes about 1 KB. */
const MAX_COUNTED_VALUES = 50_000;

export interface EventsRange extends Range {
  /** The reader has applied them: filter-events.ts. */
  filters?: readonly EventFilter[] | undefined;
}
export interface TrafficRange extends EventsRange {
  by: TrafficField;
  secondBy?: TrafficField | undefined;
}

/**
 * Counts events and people by name and by the values of a field. All counts are exact, whatever values somebody makes up.
 * Memory grows with the people and not with their events. When there are more values than `maxValues`, a pass over the
 * events counts the first of them in alphabetical order, and another pass counts the next.
 */
export async function countTraffic(
  reader: Pick<StoreReader, 'scanEvents'>,
  { by, secondBy, ...range }: TrafficRange,
  field: EventField,
  maxValues = MAX_COUNTED_VALUES,
): Promise<Traffic> {
  const names = new Sums<string>();
  const nameOf = new ComputedOnce(({ name }: EventKind) => name);
  const isSignup = new ComputedOnce(signsUp);
  const first = (chunk: EventChunk) => {
    const [named, signups] = [nameOf.ofAll(chunk.kindTable), isSignup.ofAll(chunk.kindTable)];
    names.add(chunk, chunk.kinds, named, signups, null);
  };
  const counting = new Counting(field, maxValues);
  const people = await counting.scan(reader, range, first);
  const byName = names.list();
  const { rows, ...rest } = counting.ranking.result();
  const split = ({ value: pair, ...counts }: TrafficRow): TrafficRow => {
    const [value, secondValue] = splitPair(pair);
    return { value, secondValue, ...counts };
  };
  return {
    people,
    // Only events of one name are signups.
    signups: byName.reduce((all, [, { signups }]) => all + signups, 0),
    events: byName
      .map(([name, { events, people }]) => ({ name, count: events, people }))
      .sort((a, b) => b.count - a.count || compare(a.name, b.name)),
    by,
    ...(secondBy ? { secondBy, rows: rows.map(split) } : { rows }),
    ...rest,
  };
}

/** Counts in as many passes over the same chunks as are necessary. */
export class Counting {
  readonly ranking = createRanking();
  readonly #maxValues: number;
  readonly #readValues: (chunk: EventChunk) => ChunkValues;
  readonly #isSignup = new ComputedOnce(signsUp);
  readonly #counted = new Between();
  #rows = new Sums<string | null>();

  /** @param withNone whether events without a value are counted */
  constructor(field: EventField, maxValues = MAX_COUNTED_VALUES, withNone = true) {
    this.#maxValues = maxValues;
    this.#readValues = readField(field);
    this.#counted.withNone = withNone;
  }

  /**
   * @param first visits each chunk in the first pass
   * @returns the number of people with any event in the range
   */
  scan(
    reader: Pick<StoreReader, 'scanEvents'>,
    range: Range,
    first: (chunk: EventChunk) => void,
  ): Promise<number> {
    let isFirst = true;
    const visit = (chunk: EventChunk) => {
      if (isFirst) first(chunk);
      this.add(chunk);
    };
    const again = () => {
      isFirst = false;
      return this.again();
    };
    return reader.scanEvents(range, visit, again);
  }

  add(chunk: EventChunk): void {
    const signups = this.#isSignup.ofAll(chunk.kindTable);
    const read = this.#readValues(chunk);
    this.#rows.add(chunk, placesOf(chunk, read), read.values, signups, this.#counted);
    if (this.#rows.size() <= this.#maxValues) return;
    const sorted = this.#rows.values().sort((a, b) => compare(a ?? '', b ?? ''));
    this.#counted.upTo = sorted[this.#maxValues >> 1] ?? '';
    this.#rows.keep(this.#counted);
  }

  /** Ends a pass, and returns whether there are more values. */
  again(): boolean {
    this.ranking.add(this.#rows.list().map(([value, sum]) => ({ value, ...sum })));
    this.#counted.after = this.#counted.upTo;
    this.#counted.upTo = null;
    this.#rows = new Sums();
    return this.#counted.after !== null;
  }
}

/** A pass counts values after the first bound and up to the second. Null as a value comes before all others. */
class Between {
  after: string | null = null;
  upTo: string | null = null;
  withNone = true;

  has(value: string | null): boolean {
    const { after, upTo } = this;
    if (value === null && !this.withNone) return false;
    return (after === null || (value ?? '') > after) && (upTo === null || (value ?? '') <= upTo);
  }
}

type TrafficRow = Traffic['rows'][number];
type Others = NonNullable<Traffic['others']>;
export const NO_VALUES: Others = { values: 0, events: 0, people: 0, signups: 0 };
export const addCounts = (a: Others, b: Others): Others => ({
  values: a.values + b.values,
  events: a.events + b.events,
  people: a.people + b.people,
  signups: a.signups + b.signups,
});

/** Collects the rows with the most people, and adds up the others. */
function createRanking() {
  let rows: TrafficRow[] = [];
  let others = NO_VALUES;
  return {
    add(some: readonly TrafficRow[]) {
      rows = [...rows, ...some].sort(
        (a, b) =>
          b.people - a.people ||
          b.signups - a.signups ||
          b.events - a.events ||
          compare(a.value ?? '', b.value ?? ''),
      );
      for (const row of rows.splice(MAX_TRAFFIC_ROWS)) {
        others = addCounts(others, { ...row, values: 1 });
      }
    },
    result: () => ({ rows, ...(others.values > 0 && { others }) }),
  };
}

export const signsUp = ({ name, properties }: EventKind) =>
  name === 'form_submit' && properties['event_label'] === 'success';

const compare = (a: string, b: string) => (a < b ? -1 : 1);

keepCompiled(new Counting({ of: 'context', read: () => null }, 0));
