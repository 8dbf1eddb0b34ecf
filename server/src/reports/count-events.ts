import { DAY_MS } from '#shared/limits';
import type { EventBreakdown, EventCount } from '#shared/reports';
import { utcDay } from '#shared/time';
import type { Range } from '#shared/time-range';
import type { OnProgress, StoreReader } from '../store/store.ts';
import { fieldOf, placesOf, readField } from './event-field.ts';
import type { ChannelOf } from './load-channels.ts';

/** The range applies to the time of the events. */
export interface EventCountQuery extends Range {
  breakdown: EventBreakdown | null;
  onProgress?: OnProgress | undefined;
}

/** Counts events by day, name and value, in that order. */
export async function countEvents(
  reader: Pick<StoreReader, 'scanEvents'>,
  { breakdown, from, to, onProgress }: EventCountQuery,
  channelOf: ChannelOf,
): Promise<EventCount[]> {
  const readValues = readField(breakdown && fieldOf(breakdown, channelOf));
  const counts = new Map<string, EventCount>();
  await reader.scanEvents(
    { from, to },
    (chunk) => {
      const read = readValues(chunk);
      const { values } = read;
      const places = placesOf(chunk, read);
      const { base, offsets, kinds, kindTable } = chunk;
      // By day, kind and place, as one number: most events share it with many others.
      const own = new Map<number, number>();
      const [ofKind, ofDay] = [values.length, values.length * kindTable.length];
      for (let event = 0; event < offsets.length; event++) {
        const day = Math.floor((base + (offsets[event] ?? 0)) / DAY_MS);
        const key = day * ofDay + (kinds[event] ?? 0) * ofKind + (places[event] ?? 0);
        own.set(key, (own.get(key) ?? 0) + 1);
      }
      for (const [key, count] of own) {
        const dayNumber = Math.floor(key / ofDay);
        const rest = key - dayNumber * ofDay;
        const name = kindTable[Math.floor(rest / ofKind)]?.name ?? '';
        const value = values[rest % ofKind] ?? null;
        const day = utcDay(dayNumber * DAY_MS);
        const sumKey = JSON.stringify([day, name, value]);
        const sum = counts.get(sumKey) ?? { day, name, value, count: 0 };
        sum.count += count;
        counts.set(sumKey, sum);
      }
    },
    { onProgress },
  );
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
}
