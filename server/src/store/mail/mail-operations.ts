import type { MailStore } from '../mail-store.ts';
import { createMutex } from '../mutex.ts';
import { countProofs, forgetProofs, readProofs } from '../retention/signup-proofs.ts';
import type { Engine } from '../sql/operation.ts';
import {
  askAgain,
  confirmByCode,
  confirmByToken,
  hasConfirmations,
  leave,
  readWords,
} from './confirmations.ts';
import { forgetSwitchedOff, switchOff, webhookStates } from './notices.ts';
import {
  clearSettled,
  clearTokens,
  countMailBefore,
  countMailDue,
  countSettled,
  countTokens,
  dropUnsendable,
  mailReasons,
  mailState,
  nextMessage,
  startAttempt,
} from './outbox.ts';
import { settleMessage } from './settle-message.ts';

export function createMail({ reads, writes, erases }: Engine): MailStore {
  // Each may drop many rows, and on PostgreSQL waits for a lock with a connection: others wait for one of them at most.
  const inTurn = createMutex();
  // What they drop must not be found in the files.
  const [byToken, byCode, leaveSome] = [
    erases(confirmByToken),
    erases(confirmByCode),
    erases(leave),
  ];
  return {
    readWords: reads(readWords),
    confirmSignup: (...args) => inTurn(() => byToken(...args)),
    confirmByCode: (...args) => inTurn(() => byCode(...args)),
    async leave(...args) {
      for (;;) {
        const outcome = await inTurn(() => leaveSome(...args));
        if (outcome !== 'more') return outcome;
      }
    },
    askAgain: writes(2, askAgain),
    nextMessage: reads(nextMessage),
    startAttempt: writes(1, startAttempt),
    dropUnsendable: writes(100, dropUnsendable),
    settleMessage: writes(1, settleMessage),
    mailState: reads(mailState),
    countMailBefore: reads(countMailBefore),
    countMailDue: reads(countMailDue),
    mailReasons: reads(mailReasons),
    hasConfirmations: reads(hasConfirmations),
    readProofs: reads(readProofs),
    countProofs: reads(countProofs),
    forgetProofs: writes(300, forgetProofs),
    switchOff: writes(1, switchOff),
    forgetSwitchedOff: writes(1, forgetSwitchedOff),
    webhookStates: reads(webhookStates),
    countSettled: reads(countSettled),
    clearSettled: writes(1, clearSettled),
    countTokens: reads(countTokens),
    clearTokens: writes(1, clearTokens),
  };
}
