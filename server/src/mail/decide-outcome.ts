import type { Failure } from './judge-reply.ts';
import type { MailOutcome } from './smtp.ts';

/** The result of an attempt, once it is decided whether a failure concerns one message or all. */
export type DecidedOutcome =
  | { outcome: 'sent'; reply: string }
  | (Omit<Failure, 'outcome'> & { outcome: Exclude<Failure['outcome'], 'unsure'> });

/** Returns a function that decides by the attempts before whether a broken connection concerns one message or all. */
export function createDecide() {
  /** The message whose last attempt was broken off, if the one before was not. */
  let brokenOff: string | null = null;

  /** @param isFailing whether the attempt before found that no message can be sent */
  return (id: string, result: MailOutcome, isFailing: boolean): DecidedOutcome => {
    const earlier = brokenOff;
    brokenOff = result.outcome === 'unsure' ? id : null;
    if (result.outcome !== 'unsure') return result as DecidedOutcome;
    const isAll = isFailing || (earlier !== null && earlier !== id);
    return { ...result, outcome: isAll ? 'unreachable' : 'later' };
  };
}
