import type { MessagesOfList } from '../mail/outbox/outbox.sql.ts';
import { listSecret } from '../mail/personal-messages.sql.ts';
import type { ListReader, ListStore } from '../store/list-store.ts';
import type { Engine } from '../store/sql/operation.ts';
import { applicationStages, decide, tellDeclined } from './application-decisions.sql.ts';
import { countAudience } from './audience.sql.ts';
import { pauseCopies } from './copies.sql.ts';
import {
  forgetUnsent,
  invite,
  nextToInvite,
  readInvitation,
  redeem,
  renewInvitation,
  startInvitation,
  withdraw,
} from './invitations.sql.ts';
import { readListHistory } from './list-history.sql.ts';
import {
  finishMailings,
  nextRecipient,
  settleRecipient,
  startRecipient,
} from './mailing-recipients.sql.ts';
import {
  changeMailing,
  deleteMailing,
  readMailing,
  readMailings,
  readPutOff,
  readTroubled,
  saveMailing,
  sendAgain,
} from './mailings.sql.ts';
import { addRecipients, redraftAbandoned, startMailing } from './start-mailing.sql.ts';

export const messagesOfList: MessagesOfList = {
  next: nextRecipient,
  start: startRecipient,
  settle: settleRecipient,
  *tidy(db, now) {
    yield* finishMailings(db, now);
    yield* redraftAbandoned(db, now);
  },
  startInvitation,
  forgetUnsent,
};

export const createListReader = ({ reads }: Pick<Engine, 'reads'>): ListReader => ({
  applicationStages: reads(applicationStages),
  countAudience: reads(countAudience),
});

/** @param home returns what tells the database from a copy of it */
export function createList({ reads, writes }: Engine, home: () => Promise<string>): ListStore {
  const pause = writes(1, pauseCopies);
  const start = writes(1, startMailing);
  const change = writes(1, changeMailing);
  const again = writes((_, __, ids) => ids.length, sendAgain);
  return {
    decide: writes((ids) => 4 * ids.length, decide),
    tellDeclined: writes((messages) => 2 * messages.length, tellDeclined),
    nextToInvite: reads(nextToInvite),
    invite: writes((invitations) => 3 * invitations.length, invite),
    withdraw: writes((ids) => 2 * ids.length, withdraw),
    readInvitation: reads(readInvitation),
    redeem: writes(1, redeem),
    renewInvitation: writes(3, renewInvitation),
    ...createListReader({ reads }),
    readListHistory: reads(readListHistory),
    readMailings: reads(readMailings),
    readMailing: reads(readMailing),
    saveMailing: writes(1, saveMailing),
    deleteMailing: writes(1, deleteMailing),
    addRecipients: writes(({ limit }) => limit, addRecipients),
    startMailing: async (...args) => start(await home(), ...args),
    changeMailing: async (...args) => change(await home(), ...args),
    pauseCopies: async (at) => pause(await home(), at),
    readTroubled: reads(readTroubled),
    readPutOff: reads(readPutOff),
    sendAgain: async (...args) => again(await home(), ...args),
    listSecret: writes(1, listSecret),
  };
}
