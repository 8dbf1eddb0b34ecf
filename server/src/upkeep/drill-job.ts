import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { DAY_MS, HOUR_MS } from '#shared/limits';
import type { Job } from '../lib/scheduler.ts';
import { within } from '../lib/within.ts';
import type { World } from '../lib/world.ts';
import { textOfDated } from '../team/dated-value.ts';
import { failedDrill } from '../team/failed-drill.ts';
import type { TeamStore } from '../team/team.sql.ts';

const WEEK_MS = 7 * DAY_MS;

export interface DrillJobDeps extends Pick<World, 'now'> {
  store: Pick<TeamStore, 'readMark'>;
  /** Runs `npm run data -- drill`, which records how it ended. Rejects when it fails. */
  drill(signal: AbortSignal): Promise<void>;
}

/**
 * Proves once a week that the newest backup can be restored, and after a failure as soon as there is a newer one. A backup
 * that is no longer where it was made may have been moved to a safe place: nothing can be said of it here, and nothing is.
 */
export const createDrillJob = ({ store, now, drill }: DrillJobDeps): Job => ({
  name: 'drill',
  everyMs: HOUR_MS,
  firstAfterMs: HOUR_MS, // a start has other work to do
  async run(signal) {
    const last = await store.readMark('drill');
    const backup = await store.readMark('backup');
    const hasFailed = textOfDated(last?.value ?? '') !== '';
    const isRepaired = hasFailed && (await failedDrill(store)) === null;
    if (last && !isRepaired && within(now(), last.at, WEEK_MS)) return;
    const path = textOfDated(backup?.value ?? '');
    if (isAbsolute(path) && existsSync(path)) await drill(signal);
  },
});
