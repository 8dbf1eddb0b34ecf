/** `YYYY-MM-DD`. @param time milliseconds since 1970 UTC */
export const utcDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * The local hours of every time zone start at a quarter of an hour UTC (those of Kathmandu at :15), so counts by the
 * quarter can be added up to the hours and days of any zone.
 */
export const QUARTER_MS = 900_000;

/** Returns when the quarter of an hour started that contains a time. */
export const startOfQuarter = (time: number): number => Math.floor(time / QUARTER_MS) * QUARTER_MS;

/** How long what happened in a quarter may be on its way: a page sends events in batches, and writing takes a moment. */
const ARRIVAL_MS = 60_000;

/** Returns when somebody with access to figures only sees the quarter of an hour that starts at a time. */
export const viewedAt = (quarter: number): number => quarter + QUARTER_MS + ARRIVAL_MS;

/**
 * Returns until when somebody with access to figures only sees anything: up to the end of a whole quarter of an hour, which
 * appears a minute after its end. If it grew while they look, they could tell which events are new, and so are of one visit.
 */
export const viewedUntil = (now: number): number => startOfQuarter(now - ARRIVAL_MS);

/** The quarter of an hour that contains a time, as `2026-11-22T14:15`. @param time milliseconds since 1970 UTC */
export const utcQuarter = (time: number): string =>
  new Date(time - (time % QUARTER_MS)).toISOString().slice(0, 16);
