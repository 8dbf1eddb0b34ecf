/** `YYYY-MM-DD`. @param time milliseconds since 1970 UTC */
export const utcDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * The local hours of every time zone start at a quarter of an hour UTC (those of Kathmandu at :15), so counts by the
 * quarter can be added up to the hours and days of any zone.
 */
export const QUARTER_MS = 900_000;

/** The quarter of an hour that contains a time, as `2026-11-22T14:15`. @param time milliseconds since 1970 UTC */
export const utcQuarter = (time: number): string =>
  new Date(time - (time % QUARTER_MS)).toISOString().slice(0, 16);
