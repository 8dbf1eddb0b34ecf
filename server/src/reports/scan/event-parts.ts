/**
 * The number of `seq` in one part, and the most events of a chunk. The rows of the last part, which is not complete, are
 * read one by one. So a part is small.
 */
export const PART_EVENTS = 16_384;

/** The part that a `seq` belongs to. The triggers of the migrations compute the same. */
export const partAt = (seq: number): number => Math.floor((seq - 1) / PART_EVENTS);
/** The `seq` before a part, and its last one. */
export const seqsOf = (part: number): [after: number, through: number] => [
  part * PART_EVENTS,
  (part + 1) * PART_EVENTS,
];
