import { setImmediate as letOthers } from 'node:timers/promises';
import type { ListStore } from '../list-store.ts';
import type { Engine } from '../sql/operation.ts';
import { pauseCopies } from './copies.ts';
import { applicationStages, decide, tellDeclined } from './decisions.ts';
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
  addRecipients,
  changeMailing,
  countAudience,
  deleteMailing,
  readMailing,
  readMailings,
  readTroubled,
  saveMailing,
  sendAgain,
  startMailing,
} from './mailings.ts';
import { listSecret } from './personal-messages.ts';

/** @param home returns what tells the database from a copy of it */
export function createList({ reads, writes }: Engine, home: () => Promise<string>): ListStore {
  const countSome = reads(countAudience);
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
    applicationStages: reads(applicationStages),
    readListHistory: reads(readListHistory),
    readMailings: reads(readMailings),
    readMailing: reads(readMailing),
    saveMailing: writes(1, saveMailing),
    deleteMailing: writes(1, deleteMailing),
    async countAudience(audience) {
      const count = {
        people: 0,
        byType: { notifyme: 0, beta: 0 },
        leftOut: { unconfirmed: 0, undeliverable: 0, wording: 0, otherGroup: 0 },
      };
      let after: string | null = '';
      while (after !== null) {
        after = await countSome(audience, after, count);
        await letOthers(); // on SQLite, nobody else is answered meanwhile
      }
      return count;
    },
    addRecipients: writes(({ limit }) => limit, addRecipients),
    startMailing: async (...args) => start(await home(), ...args),
    changeMailing: async (...args) => change(await home(), ...args),
    pauseCopies: async (at) => pause(await home(), at),
    readTroubled: reads(readTroubled),
    sendAgain: async (...args) => again(await home(), ...args),
    listSecret: writes(1, listSecret),
  };
}
