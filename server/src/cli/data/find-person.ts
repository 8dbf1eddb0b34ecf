import { uuidPattern } from '#shared/uuid';
import type { PublishedText } from '../../consent/consent-texts.sql.ts';
import type { SiteStore } from '../../database/site-store.ts';
import { foldEmail } from '../../lib/fold-email.ts';
import { StartError } from '../../lib/start-error.ts';
import type { ListHistory } from '../../list/list-of-person.sql.ts';
import { readWholePerson } from '../../persons/read-whole-person.ts';
import type { SignupProof } from '../../signups/signup-proofs.sql.ts';
import type { RowCounts, Signup, WholePerson } from '../../store/store.ts';
import { text, type Values } from '../frame/subcommand.ts';

export const personOptions = {
  email: text('ADDRESS', 'the person’s address, in any case and spelling'),
  'consent-id': text('ID', 'the id of one browser, for its events and its decisions about consent'),
} as const;

export interface Subject {
  email: string | null;
  consentId: string | null;
}

/** Reads the address of an option. @throws StartError that does not repeat it */
export function readAddress(email: string | undefined, option = '--email'): string {
  if (email !== undefined && /^\S+@\S+$/.test(foldEmail(email))) return email;
  const fault = email === undefined ? '' : `${option} is not an e-mail address; `;
  throw new StartError(`${fault}expected ${option}, e.g. ${option} jane@example.org`);
}

/** Reads an e-mail address, a consent id, or both. @throws StartError that repeats neither */
export function readSubject(values: Values<typeof personOptions>): Subject {
  const { 'consent-id': consentId = null } = values;
  const email = values.email === undefined ? null : readAddress(values.email);
  if (email === null && consentId === null) {
    throw new StartError('expected --email or --consent-id, or both');
  }
  if (consentId !== null && !uuidPattern.test(consentId)) {
    throw new StartError(
      '--consent-id is not a UUID; expected the id that /cookies shows in the person’s own browser, e.g. --consent-id 0195a000-0000-7000-8000-00000000000a',
    );
  }
  return { email, consentId: consentId?.toLowerCase() ?? null };
}

export interface Found {
  consentId: string | null;
  signups: Signup[];
  list: ListHistory;
  /** Of signups that are deleted. */
  proofs: SignupProof[];
  /** Since when nothing is sent to the mailbox, as its owner chose; null otherwise. */
  blockedAt: number | null;
  person: WholePerson;
  /** What the person was asked with, of the decisions. */
  texts: PublishedText[];
  counts: RowCounts;
}

const NOBODY: WholePerson = { consents: [], events: [], moreEvents: 0 };

/** Finds everything stored about a person, including events whose proof is gone. */
export async function findPerson(store: SiteStore, { email, consentId }: Subject): Promise<Found> {
  const search = { withoutGrant: true };
  const signups = email === null ? [] : await store.readSignups(email);
  const person =
    consentId === null
      ? NOBODY
      : await readWholePerson(store, consentId, Number.POSITIVE_INFINITY, search);
  const { consents, events } = person;
  const shown = new Set(consents.map(({ textHash }) => textHash));
  return {
    consentId,
    signups,
    list: await store.readListHistory(signups.map(({ id }) => id)),
    proofs: email === null ? [] : await store.readProofs(email),
    blockedAt: email === null ? null : await store.readBlock(email),
    person,
    texts: (await store.readConsentTexts()).filter(({ hash }) => shown.has(hash)),
    counts: { signups: signups.length, consents: consents.length, events: events.length },
  };
}
