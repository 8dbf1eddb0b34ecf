import type { MessagesOfList } from '../mail/outbox/settle-message.sql.ts';
import { listSecret } from '../mail/personal-messages.sql.ts';
import type { Engine } from '../store/sql/operation.ts';
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
  changeDraft,
  changeMailing,
  pauseCopies,
  readMailing,
  readMailings,
  readPutOff,
  readTroubled,
  saveMailing,
  sendAgain,
} from './mailings.sql.ts';
import {
  addRecipients,
  countAudience,
  redraftAbandoned,
  startMailing,
} from './start-mailing.sql.ts';

/** What the sender asks of the list. */
export const messagesOfList: MessagesOfList = {
  next: nextRecipient,
  start: startRecipient,
  settle: settleRecipient,
  *tidy(db, now) {
    yield* finishMailings(db, now);
    yield* redraftAbandoned(db, now);
    yield* redateRedeemed(db, now);
  },
  startInvitation,
  forgetUnsent,
};

/** What is counted of the list. With 100,000 signups it takes a tenth of a second. */
export const createListReader = ({ reads }: Pick<Engine, 'reads'>) => ({
  applicationStages: reads(applicationStages),
  countAudience: reads(countAudience),
});

/** The part of the store for working the list: decisions, invitations, mailings. Each method's prose is at its operation. */
export type ListStore = ReturnType<typeof createList>;

/** @param home returns what tells the database from a copy of it */
export function createList({ reads, writes }: Engine, home: () => Promise<string>) {
  const start = writes(1, startMailing);
  const change = writes(1, changeMailing);
  const pause = writes(1, pauseCopies);
  const again = writes((_, __, ids) => ids.length, sendAgain);
  return {
    decide: writes((ids) => 4 * ids.length, decide),
    tellDeclined: writes((messages) => 2 * messages.length, tellDeclined),
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
    saveMailing: writes(1, saveMailing),
    changeDraft: writes(1, changeDraft),
    addRecipients: writes(({ limit }) => limit, addRecipients),
    startMailing: async (id: string, people: number, at: number, seen: string | null = null) =>
      start(await home(), id, people, at, seen),
    changeMailing: async (id: string, to: 'paused' | 'sending' | 'stopped', at: number) =>
      change(await home(), id, to, at),
    pauseCopies: async (at: number) => pause(await home(), at),
    readTroubled: reads(readTroubled),
    readPutOff: reads(readPutOff),
    sendAgain: async (id: string, ids: readonly string[], before: number, at: number) =>
      again(await home(), id, ids, before, at),
    listSecret: writes(1, listSecret),
  };
}
