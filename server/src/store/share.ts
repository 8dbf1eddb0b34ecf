/** How many rows of a table are past their retention. */
export interface Share {
  rows: number;
  expired: number;
}
