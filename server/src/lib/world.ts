import type { Log } from './log.ts';

/** What a part of the server takes from outside, so that a test can replace it. */
export interface World {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** A UUID, version 7. */
  newId(): string;
  /** At least 0 and less than 1. */
  random(): number;
  log: Log;
  /** Runs the callback after a delay in milliseconds, unless what is returned is called before. */
  later(callback: () => void, delayMs: number): () => void;
}
