import type { SiteStore } from '../../database/site-store.ts';
import type { ListHistory } from '../../list/list-of-person.sql.ts';
import { readWholePerson } from '../../persons/read-whole-person.ts';
import type { SignupProof } from '../../signups/signup-proofs.sql.ts';
import type { RowCounts, Signup, WholePerson } from '../../store/store.ts';
import type { Subject } from './person-options.ts';

export interface Found {
  consentId: string | null;
  signups: Signup[];
  list: ListHistory;
  /** Of signups that are deleted. */
  proofs: SignupProof[];
  person: WholePerson;
  counts: RowCounts;
}

const NOBODY: WholePerson = { consents: [], events: [], moreEvents: 0 };

/** Finds everything stored about a person, including events whose proof is gone. */
export async function findPerson(
  store: Pick<SiteStore, 'readSignups' | 'readPerson' | 'readListHistory' | 'readProofs'>,
  { email, consentId }: Subject,
  onProgress: (looked: number, all: number) => void,
): Promise<Found> {
  const search = { withoutGrant: true, onProgress };
  const signups = email === null ? [] : await store.readSignups(email);
  const list = await store.readListHistory(signups.map(({ id }) => id));
  const proofs = email === null ? [] : await store.readProofs(email);
  const person =
    consentId === null
      ? NOBODY
      : await readWholePerson(store, consentId, Number.POSITIVE_INFINITY, search);
  const { consents, events } = person;
  const counts = { signups: signups.length, consents: consents.length, events: events.length };
  return { consentId, signups, list, proofs, person, counts };
}
