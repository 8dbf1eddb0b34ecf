import { textOfDated } from './dated-value.ts';
import type { TeamStore } from './team.sql.ts';

/** Returns why the newest backup cannot be restored. Null after a drill that succeeded, and once there is a newer backup. */
export async function failedDrill(store: Pick<TeamStore, 'readMark'>) {
  const drill = await store.readMark('drill');
  const backup = await store.readMark('backup');
  const why = textOfDated(drill?.value ?? '');
  return drill && why && drill.at >= (backup?.at ?? 0) ? { at: drill.at, why } : null;
}
