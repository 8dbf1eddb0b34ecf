import {
  type DecisionRequest,
  type InvitationRequest,
  type MailingContent,
  mailingSchema,
  sentMailingSchema,
} from '#shared/list';
import type { AgainReport, DecidedReport, Invited } from '#shared/list-answers';
import type { MailingAction } from '#shared/list-values';
import { withIsoTimes } from '../lib/iso-times.ts';
import { describeReason } from '../lib/issues.ts';
import type { World } from '../lib/world.ts';
import { paceOf } from '../mail/hour-rule.ts';
import type { Mail } from '../mail/mail-sender.ts';
import type { MailStore } from '../mail/outbox/outbox.sql.ts';
import type { Actor } from '../store/audit-entries.sql.ts';
import { newInvitationToken } from './invitations.ts';
import type { ListStore } from './list-operations.ts';
import type { Mailing } from './mailings.sql.ts';
import { versionOf } from './version-of.ts';

export interface ListDeskDeps extends Pick<World, 'now' | 'newId'> {
  store: ListStore & Pick<MailStore, 'mailHour'>;
  countAudience: ListStore['countAudience'];
  /** Null where the site sends no mail. A command wakes nobody: the server looks every half a minute. */
  mail: Pick<Mail, 'wake'> | null;
  /** `MAIL_HOURLY`. */
  mailHourly: number;
}

/** What the team does with the people on the list. */
export type ListDesk = ReturnType<typeof createListDesk>;

/** People whose rows one transaction writes. */
const STEP = 1_000;
/** Longer than an attempt takes: what was handed over since may still be answered. */
const ATTEMPT_MS = 10 * 60_000;

const STATES = { pause: 'paused', resume: 'sending', stop: 'stopped' } as const;

export function createListDesk(deps: ListDeskDeps) {
  const { store, countAudience, mail, mailHourly, now, newId } = deps;
  async function withPace(mailings: readonly Mailing[]) {
    const at = now();
    const hour = await store.mailHour(at);
    return mailings.map((mailing) => {
      const { waiting } = mailing.recipients;
      const { perHour, endsAt } = paceOf({ waiting, now: at }, hour, mailHourly);
      const ends = mailing.state === 'sending' ? endsAt : null;
      return withIsoTimes({ ...mailing, perHour, endsAt: ends });
    });
  }
  return {
    async decide(request: DecisionRequest, actor?: Actor): Promise<DecidedReport> {
      const { ids, decision, seen, note, tell } = request;
      // Who has a name here gives no other.
      const by = actor?.personId ? actor.doneBy : request.by;
      const at = now();
      const decided = await store.decide(
        ids,
        decision === 'waiting' ? null : { decision, at, by, note },
        seen,
        actor,
      );
      const isOther = new Set(decided.others.map(({ id }) => id));
      const mine = ids.filter((id) => !isOther.has(id));
      const messages = mine.map((signupId) => ({ id: newId(), signupId, at }));
      const queued =
        tell && decision === 'declined' ? await store.tellDeclined(messages, actor) : 0;
      mail?.wake();
      return { ...decided, queued };
    },
    async invite(request: InvitationRequest, by?: Actor): Promise<Invited> {
      const ids =
        'ids' in request
          ? request.ids
          : (await store.nextToInvite(request.next)).map(({ id }) => id);
      const at = now();
      const invitations = [...new Set(ids)].map((signupId) => {
        return { id: newId(), signupId, token: newInvitationToken(), at };
      });
      const invited = await store.invite(invitations, 'next' in request, by);
      mail?.wake();
      return invited;
    },
    withdraw: (ids: readonly string[], by?: Actor): Promise<number> =>
      store.withdraw(ids, now(), by),
    async mailings() {
      return await withPace(await store.readMailings());
    },
    async mailing(id: string) {
      const mailing = await store.readMailing(id);
      const [paced = null] = await withPace(mailing ? [mailing] : []);
      return paced;
    },
    /** Stores a new draft. */
    async draft(content: MailingContent, by?: Actor): Promise<{ id: string; version: string }> {
      const id = newId();
      await store.insertDraft({ id, content, at: now() }, by);
      return { id, version: versionOf(content) };
    },
    changeDraft: store.changeDraft,
    /** Fixes the recipients, and starts if they are as many as somebody typed, and the draft is as they saw it. */
    async start(id: string, people: number, seen: string | null, by?: Actor) {
      const mailing = await store.readMailing(id);
      if (mailing?.state === 'draft') {
        const message = whyRefused(mailing, sentMailingSchema);
        if (message !== null) return { outcome: 'wrong_words' as const, message };
        // Counted again below. This spares a large list most starts that would be undone.
        const counted = await countAudience(mailing.audience);
        if (counted.people !== people)
          return { outcome: 'other_number' as const, people: counted.people };
      }
      let after: string | null = null;
      do {
        const messageIds = Array.from({ length: STEP }, newId);
        const step = { mailingId: id, after, limit: STEP, messageIds, at: now() };
        after = await store.addRecipients(step);
      } while (after !== null);
      const outcome = await store.startMailing(id, people, now(), seen, by);
      mail?.wake();
      return outcome;
    },
    async change(id: string, action: MailingAction, by?: Actor): Promise<boolean> {
      const changed = await store.changeMailing(id, STATES[action], now(), by);
      mail?.wake();
      return changed;
    },
    async putOff(id: string) {
      const putOff = await store.readPutOff(id, now());
      return putOff && withIsoTimes(putOff);
    },
    troubled: async (id: string) => (await store.readTroubled(id)).map(withIsoTimes),
    async again(mailingId: string, ids: readonly string[], by?: Actor): Promise<AgainReport> {
      const at = now();
      const people = ids.map((signupId) => ({ signupId, messageId: newId() }));
      const { refusal, ...outcome } = await store.sendAgain(
        { mailingId, people, before: at - ATTEMPT_MS, at },
        by,
      );
      mail?.wake();
      return { ...outcome, reason: refusal ?? whyNot(outcome) };
    },
    /** The secret that personal codes are made with, for a shop that checks them. */
    secret: (): Promise<string> => store.listSecret(now()),
  };
}

/** Returns why a mailing is refused that was stored before there was a rule, or that only a draft may be; null if it is not. */
export function whyRefused(
  { audience, words }: MailingContent,
  schema: typeof sentMailingSchema = mailingSchema,
): string | null {
  const { error } = schema.safeParse({ audience, words });
  return error ? describeReason(error) : null;
}

/** Says why some do not wait again; null if all do. */
function whyNot({
  tooRecent,
  hadAnother,
  notTroubled,
}: Omit<AgainReport, 'reason'>): string | null {
  const kinds = [
    [tooRecent, 'tried less than ten minutes ago, so that an answer may still come'],
    [hadAnother, 'had another mailing since, or may get one'],
    [notTroubled, 'neither in doubt nor refused in this mailing'],
  ] as const;
  const told = kinds.flatMap(([count, why]) => (count > 0 ? [`${count} ${why}`] : []));
  return told.length > 0 ? `not sent again: ${told.join('; ')}` : null;
}
