import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Store } from '../store/store.ts';
import { batch, grant, JANE, JOHN, scroll, signup, text } from '../store/store-contract-data.ts';
import { temporaryFolder } from './test-app.ts';

/** A database with a consent text, and a signup, a grant and three events each of Jane and John; open until the end. */
export async function openKeptSite(openStore: (file: string) => Store) {
  const file = join(temporaryFolder(), 'site.db');
  const store = openStore(file);
  onTestFinished(() => store.close());
  await store.publishConsentText(text('one'));
  for (const [consentId, name] of [
    [JANE, 'jane'],
    [JOHN, 'john'],
  ] as const) {
    await store.insertSignup(signup({ name, email: `${name}@example.org` }));
    await store.recordDecision(grant({ consentId }));
    await store.recordEvents(batch({ consentId, events: [scroll(25), scroll(50), scroll(75)] }));
  }
  return { file, store };
}
