import type { Store } from '../../store/store.ts';
import { NOON } from '../test-app.ts';

export const JANE = '0195a000-0000-7000-8000-00000000000a';
export const JOHN = '0195a000-0000-7000-8000-00000000000b';

/** Records a grant of revision 1, at noon. */
export async function grantConsent(store: Pick<Store, 'recordDecision'>, consentId = JANE) {
  await store.recordDecision({
    id: consentId,
    consentId,
    revision: 1,
    analytics: true,
    source: 'banner',
    language: 'en',
    textHash: 'a'.repeat(64),
    gpc: false,
    decidedAt: NOON,
    recordedAt: NOON,
  });
}
