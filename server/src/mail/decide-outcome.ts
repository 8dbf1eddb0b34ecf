import type { Failure } from './judge-reply.ts';
import type { MailOutcome } from './smtp.ts';

/** The result of an attempt, once it is decided whether a failure concerns one message or all. */
export type DecidedOutcome =
  | { outcome: 'sent'; reply: string }
  | (Omit<Failure, 'outcome'> & { outcome: Exclude<Failure['outcome'], 'unsure'> });

/** When this many messages in a row are refused, and not because of an address, the cause must be our account. */
const MAX_REFUSALS = 5;

/** Returns a function that decides by the attempts before whether a failure is one of the message or of all. */
export function createDecide() {
  let refusals = 0;
  /** The message whose last attempt was broken off, if the one before was not. */
  let brokenOff: string | null = null;

  /** @param isFailing whether the attempt before found that no message can be sent */
  return (id: string, result: MailOutcome, isFailing: boolean): DecidedOutcome => {
    const earlier = brokenOff;
    brokenOff = result.outcome === 'unsure' ? id : null;
    if (result.outcome === 'sent') refusals = 0;
    if (result.outcome === 'unsure') {
      const isAll = isFailing || (earlier !== null && earlier !== id);
      return { ...result, outcome: isAll ? 'unreachable' : 'later' };
    }
    if (result.outcome === 'refused' && !result.isAddress) {
      refusals += 1;
      if (refusals >= MAX_REFUSALS) return { ...result, outcome: 'account' };
    }
    return result as DecidedOutcome;
  };
}
