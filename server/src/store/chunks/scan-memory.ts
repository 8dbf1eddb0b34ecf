import { createKnownPeople } from './known-people.ts';
import { createOpenPart } from './open-part.ts';

/** What a thread keeps from one scan to the next, for a minute: so no data of somebody who was erased stays longer. */
export type ScanMemory = ReturnType<typeof createScanMemory>;

export const createScanMemory = () => ({ people: createKnownPeople(), openPart: createOpenPart() });
