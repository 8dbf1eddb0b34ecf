import { createMutex } from '../lib/mutex.ts';
import type { MailStore } from '../store/mail-store.ts';
import type { Engine } from '../store/sql/operation.ts';
import type { Store } from '../store/store.ts';
import {
  askAgain,
  confirmByCode,
  confirmByToken,
  hasConfirmations,
  leave,
  readWords,
} from './confirmations.sql.ts';
import { countProofs, forgetProofs, readProofs } from './signup-proofs.sql.ts';
import { eraseSignup, eraseSignups, readSignups } from './signup-requests.sql.ts';
import { createFillSearch } from './signup-search.sql.ts';

export type SignupStore = Pick<
  MailStore & Store,
  | 'readWords'
  | 'confirmSignup'
  | 'confirmByCode'
  | 'leave'
  | 'askAgain'
  | 'hasConfirmations'
  | 'readProofs'
  | 'countProofs'
  | 'forgetProofs'
  | 'readSignups'
  | 'eraseSignups'
  | 'eraseSignup'
  | 'fillSearch'
>;

export function createSignups(engine: Engine): SignupStore {
  const { reads, writes, erases } = engine;
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
    hasConfirmations: reads(hasConfirmations),
    readProofs: reads(readProofs),
    countProofs: reads(countProofs),
    forgetProofs: writes(300, forgetProofs),
    readSignups: reads(readSignups),
    eraseSignups: erases(eraseSignups),
    eraseSignup: erases(eraseSignup),
    fillSearch: createFillSearch(engine),
  };
}
