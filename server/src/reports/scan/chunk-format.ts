/**
 * The bytes of a chunk, about 9 for each event:
 *
 * | section     | type                                                         | entries              |
 * |-------------|--------------------------------------------------------------|----------------------|
 * | header      | eight 32-bit words, and the base of the times as a double     | {@link Header}       |
 * | times       | 32-bit milliseconds after the base, or doubles without a base | one for each event   |
 * | people      | 128-bit UUIDs; none when some id is no UUID                   | one for each person  |
 * | counts      | 16 bits: the number of events of a person                     | one for each person  |
 * | run lengths | 16 bits: successive events with the same context              | one for each run     |
 * | contexts    | 16 bits: a place in the table of contexts                     | one for each run     |
 * | kinds       | 8 or 16 bits: a place in the table of kinds                   | one for each event   |
 * | tables      | JSON: kinds, contexts, and the ids of people as text          |                      |
 *
 * A kind is an event's name and properties, as `LENGTH NAMEPROPERTIES`. Numbers have the byte order of the machine. On
 * another machine {@link FORMAT} reads differently, as it does for another version.
 */
export interface Header {
  format: number;
  /** Of all sections and the header. */
  bytes: number;
  events: number;
  people: number;
  flags: number;
  runs: number;
  tableBytes: number;
  /** Chosen at random: two copies of a part are told apart by it. Copies of earlier versions have 0. */
  stamp: number;
  base: number;
}

export const FORMAT = 0x45_43_00_01;
export const HEADER_BYTES = 40;
export const FLAGS = { wideTimes: 1, wideKinds: 2, textPeople: 4 } as const;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isUuid = (text: string): boolean => UUID.test(text);

/** Writes a lower-case UUID as four words. */
export function writeUuid(text: string, words: Uint32Array | Int32Array, at: number): void {
  const hex = text.replaceAll('-', '');
  for (let word = 0; word < 4; word++) {
    words[at + word] = Number.parseInt(hex.slice(word * 8, word * 8 + 8), 16);
  }
}

/** Returns null when one of the ids is no lower-case UUID. */
export function toUuidWords(ids: readonly string[]): Uint32Array | null {
  if (!ids.every(isUuid)) return null;
  const words = new Uint32Array(ids.length * 4);
  for (const [place, id] of ids.entries()) writeUuid(id, words, place * 4);
  return words;
}
