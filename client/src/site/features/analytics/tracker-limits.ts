// In a file of their own, because the build writes only imported constants as values.

export const BATCH_EVENTS = 20;
/** Characters of JSON: at most 48 KB in UTF-8, so that a batch fits into the 64 KiB of a beacon. */
export const BATCH_CHARS = 16_000;
export const BATCH_MS = 2_000;
export const MAX_BATCHES = 50;
export const SESSION_IDLE_MS = 30 * 60_000;
export const FIRST_RETRY_MS = 4_000;
export const LAST_RETRY_MS = 600_000;
