import type { MailStore } from '../store/mail-store.ts';
import type { Engine } from '../store/sql/operation.ts';
import { forgetSwitchedOff, switchOff, webhookStates } from './outbox/notices.sql.ts';
import {
  clearSettled,
  clearTokens,
  countMailBefore,
  countMailDue,
  countSettled,
  countTokens,
  dropUnsendable,
  type MessagesOfList,
  mailReasons,
  mailState,
  nextMessage,
  startAttempt,
} from './outbox/outbox.sql.ts';
import { settleMessage } from './outbox/settle-message.sql.ts';

type OutboxStore = Pick<
  MailStore,
  | 'nextMessage'
  | 'startAttempt'
  | 'dropUnsendable'
  | 'settleMessage'
  | 'mailState'
  | 'countMailBefore'
  | 'countMailDue'
  | 'mailReasons'
  | 'switchOff'
  | 'forgetSwitchedOff'
  | 'webhookStates'
  | 'countSettled'
  | 'clearSettled'
  | 'countTokens'
  | 'clearTokens'
>;

/** @param list the messages of the list, which have tables of their own */
export const createOutbox = ({ reads, writes }: Engine, list: MessagesOfList): OutboxStore => ({
  nextMessage: reads((db, queue) => nextMessage(db, list, queue)),
  startAttempt: writes(1, (db, id, attempt) => startAttempt(db, list, id, attempt)),
  dropUnsendable: writes(100, (db, now, most) => dropUnsendable(db, list, now, most)),
  settleMessage: writes(1, (db, id, settlement) => settleMessage(db, list, id, settlement)),
  mailState: reads(mailState),
  countMailBefore: reads(countMailBefore),
  countMailDue: reads(countMailDue),
  mailReasons: reads(mailReasons),
  switchOff: writes(1, switchOff),
  forgetSwitchedOff: writes(1, forgetSwitchedOff),
  webhookStates: reads(webhookStates),
  countSettled: reads(countSettled),
  clearSettled: writes(1, clearSettled),
  countTokens: reads(countTokens),
  clearTokens: writes(1, clearTokens),
});
