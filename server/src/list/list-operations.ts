import type { MessagesOfList } from '../mail/outbox/settle-message.sql.ts';
import { listSecret } from '../mail/personal-messages.sql.ts';
import type { Actor } from '../store/audit-entries.sql.ts';
import type { Stamps } from '../store/database-stamps.ts';
import { type Engine, giving } from '../store/sql/operation.ts';
import { applicationStages, decide, tellDeclined } from './application-decisions.sql.ts';
import {
  forgetUnsent,
  invite,
  nextToInvite,
  readInvitation,
  redateRedeemed,
  redeem,
  renewInvitation,
  startInvitation,
  withdraw,
} from './invitations.sql.ts';
import { readListHistory } from './list-of-person.sql.ts';
import {
  finishMailings,
  nextRecipient,
  settleRecipient,
  startRecipient,
} from './mailing-recipients.sql.ts';
import {
  type AgainRequest,
  changeDraft,
  changeMailing,
  insertDraft,
  readMailing,
  readMailings,
  readPauseReason,
  readPutOff,
  readTroubled,
  sendAgain,
} from './mailings.sql.ts';
import {
  addRecipients,
  countAudience,
  redraftAbandoned,
  startMailing,
} from './start-mailing.sql.ts';

/** What the sender asks of the list. */
export const messagesOfList = (stamps: Stamps): MessagesOfList => ({
  next: nextRecipient,
  start: (db, id, attempt) => startRecipient(db, stamps, id, attempt),
  stored: stamps.stored,
  settle: settleRecipient,
  *tidy(db, now) {
    yield* finishMailings(db, now);
    yield* redraftAbandoned(db, now);
    yield* redateRedeemed(db, now);
  },
  startInvitation,
  forgetUnsent,
});

/** What is counted of the list. With 100,000 signups it takes a tenth of a second. */
export const createListReader = ({ reads }: Pick<Engine, 'reads'>) => ({
  applicationStages: reads(applicationStages),
  countAudience: reads(countAudience),
});

/** The part of the store for working the list: decisions, invitations, mailings. Each method's prose is at its operation. */
export type ListStore = ReturnType<typeof createList>;

export function createList({ reads, writes }: Engine, stamps: Stamps) {
  const stamped = giving(stamps);
  return {
    decide: writes((ids) => 4 * ids.length, decide),
    tellDeclined: writes((...[messages]) => 2 * messages.length, tellDeclined),
    nextToInvite: reads(nextToInvite),
    invite: writes((...[invitations]) => 3 * invitations.length, invite),
    withdraw: writes((ids) => 2 * ids.length, withdraw),
    readInvitation: reads(readInvitation),
    redeem: writes(1, redeem),
    renewInvitation: writes(3, renewInvitation),
    ...createListReader({ reads }),
    readListHistory: reads(readListHistory),
    readMailings: reads(readMailings),
    readMailing: reads(readMailing),
    insertDraft: writes(1, stamped(insertDraft)),
    changeDraft: writes(1, changeDraft),
    addRecipients: writes(({ limit }) => 2 * limit, addRecipients),
    startMailing: writes(1, stamped(startMailing)),
    changeMailing: writes(1, stamped(changeMailing)),
    readTroubled: reads(readTroubled),
    readPutOff: reads(readPutOff),
    readPauseReason: reads(readPauseReason),
    sendAgain: writes(
      (...[{ people }]: [AgainRequest, Actor?]) => people.length,
      stamped(sendAgain),
    ),
    listSecret: writes(1, listSecret),
  };
}
