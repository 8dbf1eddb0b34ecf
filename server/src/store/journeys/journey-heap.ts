import type { Journey } from '../store.ts';

export interface HeapLimits {
  /** 16 bytes each. */
  maxEvents: number;
  /** About 100 bytes each. */
  maxPeople: number;
}

export type JourneyHeap = ReturnType<typeof createJourneyHeap>;

/**
 * Events as they come, gathered person by person: records of 16 bytes, in which each event points at its person's one
 * before. A record lies in one line of the processor's cache, which halves the time of reading them person by person.
 * Room is reserved at once; the system gives memory only for what is written.
 */
export function createJourneyHeap({ maxEvents, maxPeople }: HeapLimits) {
  const people = new Map<string, number>();
  const latest: number[] = [];
  const touches: ({ time: number; value: string } | undefined)[] = [];
  const values = new Map<string, string>();
  let records = createRecords(maxEvents);
  let count = 0;
  let lastId = '';
  let lastPerson = -1;

  /** -1 where there is no room for one more. */
  function personOf(id: string): number {
    // Events come in batches of one person.
    if (id === lastId && lastPerson >= 0) return lastPerson;
    let person = people.get(id);
    if (person === undefined) {
      person = people.size;
      if (person === maxPeople) return -1;
      people.set(id, person);
      latest.push(-1);
    }
    lastId = id;
    lastPerson = person;
    return person;
  }

  function touch(person: number, time: number, value: string) {
    const first = touches[person];
    if (first && first.time <= time) return;
    // Each row brings a text of its own: one of each is kept.
    const own = values.get(value) ?? value;
    values.set(own, own);
    touches[person] = { time, value: own };
  }

  return {
    /** Takes events in the order in which they were kept. False where there is no room; one person always has room. */
    add(id: string, time: number, conditions: number, value: string | null): boolean {
      const person = personOf(id);
      if (person < 0) return false;
      if (count === records.size) {
        if (people.size > 1) return false;
        records = createRecords(count * 2, records);
      }
      records.times[count * 2] = time;
      records.words[count * 4 + MET] = conditions;
      records.words[count * 4 + PREVIOUS] = latest[person] ?? -1;
      latest[person] = count;
      count += 1;
      if (value !== null) touch(person, time, value);
      return true;
    },

    /** Shows each person once; the arrays are the same each time. */
    visit(visit: (journey: Journey) => void): void {
      const { times, words } = records;
      const order: number[] = [];
      let journeyTimes = new Float64Array(256);
      let journeyMet = new Int32Array(256);
      for (let person = 0; person < latest.length; person++) {
        order.length = 0;
        for (
          let event = latest[person] ?? -1;
          event >= 0;
          event = words[event * 4 + PREVIOUS] ?? -1
        ) {
          order.push(event);
        }
        const { length } = order;
        putInOrder(order, times);
        if (length > journeyTimes.length) {
          journeyTimes = new Float64Array(length * 2);
          journeyMet = new Int32Array(length * 2);
        }
        for (let place = 0; place < length; place++) {
          const event = order[place] ?? 0;
          journeyTimes[place] = times[event * 2] ?? 0;
          journeyMet[place] = words[event * 4 + MET] ?? 0;
        }
        const firstTouch = touches[person]?.value ?? null;
        visit({ length, times: journeyTimes, met: journeyMet, firstTouch });
      }
    },
  };
}

/** A record is a time as a double, and two words of 32 bits: the conditions it meets, and the event before. */
const MET = 2;
const PREVIOUS = 3;

function createRecords(size: number, old?: { words: Int32Array }) {
  const buffer = new ArrayBuffer(size * 16);
  const words = new Int32Array(buffer);
  if (old) words.set(old.words);
  return { size, times: new Float64Array(buffer), words };
}

/** By time; what is of the same time as it came. @param events the last that came first */
function putInOrder(events: number[], times: Float64Array): void {
  const timeOf = (event: number | undefined) => times[(event ?? 0) * 2] ?? 0;
  events.reverse();
  for (let place = 1; place < events.length; place++) {
    if (timeOf(events[place - 1]) <= timeOf(events[place])) continue;
    events.sort((a, b) => timeOf(a) - timeOf(b));
    return;
  }
}
