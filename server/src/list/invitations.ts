import { createHmac, randomBytes } from 'node:crypto';
import type { Site } from '#shared/site';
import type { World } from '../lib/world.ts';
import type { Mail } from '../mail/mail-sender.ts';
import type { InvitationState } from './invitations.sql.ts';
import type { ListStore } from './list-operations.ts';

export interface InvitationDeps extends Pick<World, 'now'> {
  store: Pick<ListStore, 'readInvitation' | 'redeem' | 'renewInvitation'>;
  beta: Site['beta'];
  /** Null if mail has been turned off. */
  mail: Pick<Mail, 'newRequest' | 'wake'> | null;
}

/** 128 bits in base64url. */
export const newInvitationToken = () => randomBytes(16).toString('base64url');

/** What becomes of an invitation where nothing can be sent again. */
const WITHOUT_MAIL: Partial<Record<InvitationState, InvitationState>> = {
  expired: 'over',
  already: 'spent',
};

export type Invitations = ReturnType<typeof createInvitations>;

export function createInvitations({ store, beta, mail, now }: InvitationDeps) {
  const told = (state: InvitationState) => (mail === null && WITHOUT_MAIL[state]) || state;
  const stateOf = async (token: string) => told(await store.readInvitation(token, now()));
  return {
    stateOf,
    redeem: async (token: string) => told(await store.redeem(token, now())),
    /** What the page shows once an invitation is redeemed. */
    welcome: (token: string) => ({
      ...(beta?.openUrl && { openUrl: openUrlFor(beta.openUrl, beta.secret, token, now()) }),
      ...(beta?.text && { text: beta.text }),
    }),
    /** Queues another invitation to the owner of a token. */
    async renew(token: string, client: string) {
      if (mail === null) return stateOf(token);
      const outcome = await store.renewInvitation(token, mail.newRequest(client));
      mail.wake();
      return outcome;
    },
  };
}

/** How long a code for an application is valid, in milliseconds. */
const CODE_VALID_MS = 15 * 60_000;

const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url');

/**
 * Returns the address to go on to, with a code that says that this invitation was redeemed here:
 * `code=<id>.<unix time of its end>.<HMAC-SHA256 of both>`. The id is always the same for an invitation, so the operator's
 * application can see that it was used already. docs/operations.md says how it is checked.
 */
export function openUrlFor(
  openUrl: string,
  secret: string | undefined,
  token: string,
  now: number,
) {
  if (secret === undefined) return openUrl;
  const signed = `${hmac(secret, `invitation ${token}`).slice(0, 22)}.${Math.floor((now + CODE_VALID_MS) / 1000)}`;
  const url = new URL(openUrl);
  url.searchParams.append('code', `${signed}.${hmac(secret, signed)}`);
  return url.href;
}
