import { createKnownPeople } from './known-people.ts';
import { createOpenPart } from './open-part.ts';

/** What a thread keeps from one scan to the next. */
export type ScanMemory = ReturnType<typeof createScanMemory>;

export const createScanMemory = () => ({ people: createKnownPeople(), openPart: createOpenPart() });
