/** How many rows of a table are past their retention. */
export interface Share {
  rows: number;
  expired: number;
}

/** A job deletes at most this part of a table in one run, unless somebody confirms more. */
const PART = 5;
/** Of fewer rows, a few are a large share. */
const LEAST_ROWS = 100;

/** Returns how many of a table's rows a job may delete in one run. */
export const mostAtOnce = (rows: number): number =>
  rows < LEAST_ROWS ? rows : Math.floor(rows / PART);

/** Returns whether deleting these rows needs a confirmation. */
export const isTooMuch = ({ rows, expired }: Share): boolean => expired > mostAtOnce(rows);
