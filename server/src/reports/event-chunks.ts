import type { Job } from '../lib/scheduler.ts';
import type { World } from '../lib/world.ts';
import type { Store } from '../store/store.ts';
import type { Reports } from './ask-reports.ts';
import type { ChunkState, ChunkStore } from './scan/scan-events.sql.ts';

export interface ChunkJobDeps extends Pick<World, 'now'> {
  store: ChunkStore & Pick<Store, 'runAlone'>;
  reports: Pick<Reports, 'makeChunk'>;
  /** Resolves after some milliseconds, or when the job is stopped. */
  rest(ms: number, signal: AbortSignal): Promise<unknown>;
}

/** After each part the job rests four times as long as it took, so that requests and reports keep most of the processor. */
const REST = 4;
/** A part that waited for a long report took no longer. */
const MAX_REST_MS = 1_000;

const EVERY_MS = 2_000;
const FIRST_AFTER_MS = 5_000;

/**
 * Creates the job that makes the copies of the events which reports read. The thread of the reports encodes them, a part
 * at a time, and the store writes them beside the intake. It does nothing while none is missing, so that the thread may
 * end.
 */
export function createChunkJob({ store, reports, now, rest }: ChunkJobDeps): Job {
  /** The state in which no copy was missing. */
  let finished: ChunkState | null = null;

  async function makeMissing(signal: AbortSignal) {
    const { stored, complete } = await store.chunkState();
    let made = 0;
    for (let from = 0; !signal.aborted; ) {
      const since = now();
      const chunk = await reports.makeChunk({ from, to: complete }, signal);
      if (!chunk) break;
      await store.saveChunk(chunk);
      made += 1;
      from = chunk.part + 1;
      await rest(Math.min(REST * (now() - since), MAX_REST_MS), signal);
    }
    // Fewer are stored if events were deleted meanwhile. The next run sees that, and looks again.
    finished = signal.aborted ? null : { stored: stored + made, complete };
  }

  return {
    name: 'event chunks',
    everyMs: EVERY_MS,
    firstAfterMs: FIRST_AFTER_MS,
    async run(signal) {
      const { stored, complete } = await store.chunkState();
      if (finished?.stored === stored && finished.complete === complete) return;
      try {
        await store.runAlone('chunks', () => makeMissing(signal));
      } catch (error) {
        if (!signal.aborted) throw error; // stopping cancels the question to the reports
      }
    },
  };
}
