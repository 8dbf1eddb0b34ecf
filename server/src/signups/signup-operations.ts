import { createMutex } from '../lib/mutex.ts';
import { blockMailbox, readBlock, unblockMailbox } from '../mail/blocked-mailboxes.sql.ts';
import type { Engine } from '../store/sql/operation.ts';
import {
  askAgain,
  askNeverAsked,
  confirmByCode,
  confirmByToken,
  hasConfirmations,
  leave,
  readLinked,
} from './confirmations.sql.ts';
import { recordDelivery } from './delivery-news.sql.ts';
import { declineLaunch, declineLaunchOf } from './launch-agreement.sql.ts';
import {
  clearTokens,
  countProofs,
  countTokens,
  forgetProofs,
  readProofs,
} from './signup-proofs.sql.ts';
import { eraseSignup, eraseSignups, readSignups, restrictSignups } from './signup-requests.sql.ts';

/** The part of the store for signups and their confirmations. Each method's prose is at its operation. */
export type SignupStore = ReturnType<typeof createSignups>;

export function createSignups(engine: Engine) {
  const { reads, writes, erases } = engine;
  const queue = createMutex();
  // Each may drop many rows, and on PostgreSQL waits for a lock with a connection: others wait for one of them at most. What
  // they drop must not be found in the files.
  const inTurn =
    <Args extends unknown[], T>(act: (...args: Args) => Promise<T>) =>
    (...args: Args) =>
      queue(() => act(...args));
  const leaveSome = inTurn(erases(leave));
  return {
    readLinked: reads(readLinked),
    confirmSignup: inTurn(erases(confirmByToken)),
    confirmByCode: inTurn(erases(confirmByCode)),
    async leave(...args: Parameters<typeof leaveSome>) {
      for (;;) {
        const outcome = await leaveSome(...args);
        if (outcome !== 'more') return outcome;
      }
    },
    declineLaunch: inTurn(erases(declineLaunch)),
    declineLaunchOf: inTurn(erases(declineLaunchOf)),
    restrictSignups: writes(1, restrictSignups),
    readBlock: reads(readBlock),
    blockMailbox: writes(1, blockMailbox),
    unblockMailbox: writes(1, unblockMailbox),
    askAgain: writes(2, askAgain),
    askNeverAsked: writes(300, askNeverAsked),
    recordDelivery: inTurn(writes(1, recordDelivery)),
    hasConfirmations: reads(hasConfirmations),
    readProofs: reads(readProofs),
    countProofs: reads(countProofs),
    forgetProofs: writes(300, forgetProofs),
    countTokens: reads(countTokens),
    clearTokens: writes(1, clearTokens),
    readSignups: reads(readSignups),
    eraseSignups: erases(eraseSignups),
    eraseSignup: erases(eraseSignup),
  };
}
