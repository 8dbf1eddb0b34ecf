import { uuidPattern } from '#shared/uuid';
import { foldEmail } from '../../lib/fold-email.ts';
import { StartError } from '../../lib/start-error.ts';

/** Options for `parseArgs`: who the person is, and whether to only look. */
export const personOptions = {
  email: { type: 'string' },
  'consent-id': { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

interface Values {
  email?: string;
  'consent-id'?: string;
}

export interface Subject {
  email: string | null;
  consentId: string | null;
}

/** Reads an e-mail address, a consent id, or both. @throws StartError that repeats neither */
export function readSubject(values: Values, help: string): Subject {
  const { email = null, 'consent-id': consentId = null } = values;
  if (email === null && consentId === null) {
    throw new StartError(`expected --email or --consent-id, or both\n\n${help}`);
  }
  if (email !== null && !/^\S+@\S+$/.test(foldEmail(email))) {
    throw new StartError(
      '--email is not an e-mail address; expected e.g. --email jane@example.org',
    );
  }
  if (consentId !== null && !uuidPattern.test(consentId)) {
    throw new StartError(
      '--consent-id is not a UUID; expected the id that /cookies shows in the person’s own browser, e.g. --consent-id 0195a000-0000-7000-8000-00000000000a',
    );
  }
  return { email, consentId: consentId?.toLowerCase() ?? null };
}
