import type { EventChunk, EventKind, StoredContext, StoreReader } from '../../store/store.ts';

/** An event of a chunk that a test makes. */
export interface ChunkEvent {
  /** In milliseconds since 1970 UTC. */
  time: number;
  /** Its place in the table of kinds. */
  kind: number;
  /** Its place in the table of contexts. */
  context: number;
}

interface ChunkTables {
  kindTable?: readonly EventKind[];
  contextTable?: readonly StoredContext[];
  /** Whether times have 64 bits. */
  isWide?: boolean;
}

/**
 * Makes a chunk as a store would.
 *
 * @param byPerson for each person, the events in the order of arrival
 */
export function makeEventChunk(
  byPerson: ReadonlyMap<number, readonly ChunkEvent[]>,
  { kindTable = [], contextTable = [], isWide = false }: ChunkTables,
): EventChunk {
  const events = [...byPerson.values()].flatMap((own) => own.toSorted((a, b) => a.time - b.time));
  const starts = [0];
  for (const { length } of byPerson.values()) starts.push((starts.at(-1) ?? 0) + length);
  const base = isWide ? 0 : Math.min(...events.map(({ time }) => time));
  const offsets = events.map(({ time }) => time - base);
  // A run ends with its context or, now and then, without a reason.
  const runs = events.flatMap(({ context }, at) =>
    at % 3 > 0 && context === events[at - 1]?.context ? [] : [at],
  );
  return {
    people: Int32Array.from(byPerson.keys()),
    starts: Uint32Array.from(starts),
    base,
    offsets: isWide ? Float64Array.from(offsets) : Uint32Array.from(offsets),
    kinds: Uint16Array.from(events, ({ kind }) => kind),
    kindTable,
    contexts: Uint16Array.from(events, ({ context }) => context),
    contextTable,
    runLengths: Uint16Array.from(runs, (from, run) => (runs[run + 1] ?? events.length) - from),
    runContexts: Uint16Array.from(runs, (from) => events[from]?.context ?? 0),
  };
}

/** Returns a reader of these chunks. It counts the scans. */
export function readChunks(chunks: readonly EventChunk[]) {
  let scans = 0;
  const scanEvents: StoreReader['scanEvents'] = async (_, visit, { again } = {}) => {
    do {
      scans += 1;
      for (const one of chunks) visit(one);
    } while (again?.());
    return 0;
  };
  return { scanEvents, scans: () => scans };
}
