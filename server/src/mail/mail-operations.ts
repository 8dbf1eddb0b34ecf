import type { MailStore } from '../store/mail-store.ts';
import type { Engine } from '../store/sql/operation.ts';
import { forgetSwitchedOff, switchOff, webhookStates } from './outbox/notices.sql.ts';
import {
  clearSettled,
  clearTokens,
  countMailDue,
  countTokens,
  dropUnsendable,
  type MessagesOfList,
  mailHour,
  mailReasons,
  mailState,
  nextMessage,
  startAttempt,
} from './outbox/outbox.sql.ts';
import { settleMessage } from './outbox/settle-message.sql.ts';

/** @param list the messages of the list, which have tables of their own */
export const createOutbox = ({ reads, writes }: Engine, list: MessagesOfList): MailStore => ({
  nextMessage: reads((db, queue) => nextMessage(db, list, queue)),
  mailHour: reads((db, now) => mailHour(db, list, now)),
  startAttempt: writes(1, (db, id, attempt) => startAttempt(db, list, id, attempt)),
  dropUnsendable: writes(100, (db, now) => dropUnsendable(db, list, now)),
  settleMessage: writes(1, (db, id, settlement) => settleMessage(db, list, id, settlement)),
  mailState: reads(mailState),
  countMailDue: reads(countMailDue),
  mailReasons: reads(mailReasons),
  switchOff: writes(1, switchOff),
  forgetSwitchedOff: writes(1, forgetSwitchedOff),
  webhookStates: reads(webhookStates),
  clearSettled: writes(1, clearSettled),
  countTokens: reads(countTokens),
  clearTokens: writes(1, clearTokens),
});
