import { randomBytes } from 'node:crypto';
import type { Site } from '#shared/site';
import type { Mail } from '../mail/mail-sender.ts';
import type { InvitationState, RenewOutcome } from '../store/list-store.ts';
import type { Store } from '../store/store.ts';
import { openUrlFor } from './beta-code.ts';

export interface InvitationDeps {
  store: Pick<Store, 'readInvitation' | 'redeem' | 'renewInvitation'>;
  beta: Site['beta'];
  mail: Pick<Mail, 'wake'> | null;
  now(): number;
  newId(): string;
}

export interface Invitations {
  stateOf(token: string): Promise<InvitationState>;
  /** Redeems an invitation. */
  redeem(token: string): Promise<InvitationState>;
  /** What the page shows once an invitation is redeemed. */
  welcome(token: string): { openUrl?: string; text?: string };
  renew(token: string): Promise<RenewOutcome>;
}

/** 128 bits in base64url. */
export const newInvitationToken = () => randomBytes(16).toString('base64url');

export function createInvitations({ store, beta, mail, now, newId }: InvitationDeps): Invitations {
  /** Without mail, nothing can be sent again. */
  const told = (state: InvitationState) => (mail === null && state === 'expired' ? 'over' : state);
  const stateOf = async (token: string) => told(await store.readInvitation(token, now()));
  return {
    stateOf,
    redeem: async (token) => told(await store.redeem(token, now())),
    welcome: (token) => ({
      ...(beta?.openUrl && { openUrl: openUrlFor(beta.openUrl, beta.secret, token, now()) }),
      ...(beta?.text && { text: beta.text }),
    }),
    async renew(token) {
      if (mail === null) return stateOf(token);
      const next = { id: newId(), token: newInvitationToken(), at: now() };
      const outcome = await store.renewInvitation(token, next);
      mail.wake();
      return outcome;
    },
  };
}
