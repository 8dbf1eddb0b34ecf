/** How many rows of a table are past their retention. */
export interface Share {
  rows: number;
  expired: number;
}

/** A job deletes at most this part of a table in one run, unless somebody accepts more. */
const PART = 5;
/** Of fewer rows, a few are a large share. */
const LEAST_ROWS = 100;

/** Returns whether deleting these rows must be accepted. */
export const isTooMuch = ({ rows, expired }: Share): boolean =>
  rows >= LEAST_ROWS && expired > Math.floor(rows / PART);
