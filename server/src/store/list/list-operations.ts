import type { ListReader, ListStore } from '../list-store.ts';
import type { Engine } from '../sql/operation.ts';
import { applicationStages, decide, tellDeclined } from './application-decisions.ts';
import { countAudience } from './audience.ts';
import { pauseCopies } from './copies.ts';
import {
  invite,
  nextToInvite,
  readInvitation,
  redeem,
  renewInvitation,
  withdraw,
} from './invitations.ts';
import { readListHistory } from './list-history.ts';
import {
  changeMailing,
  deleteMailing,
  readMailing,
  readMailings,
  readPutOff,
  readTroubled,
  saveMailing,
  sendAgain,
} from './mailings.ts';
import { listSecret } from './personal-messages.ts';
import { addRecipients, startMailing } from './start-mailing.ts';

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
