import { randomBytes, randomInt } from 'node:crypto';
import { mailableAddress } from '#shared/email-address';
import type { MailingContent, MailingWords } from '#shared/list';
import type { RenderModule } from '#shared/page';
import { asksForCode } from '#shared/placeholders';
import { type Site, siteIn } from '#shared/site';
import { type Language, prefixOf } from '#shared/site-languages';
import type { Metrics } from '../edge/metrics.ts';
import { errorFields } from '../lib/log.ts';
import type { World } from '../lib/world.ts';
import type { Config } from '../settings/config.ts';
import type { SmtpServer } from '../settings/url-settings.ts';
import type { ConfirmationRequest, OutboxMessage } from '../store/mail-store.ts';
import type { Store } from '../store/store.ts';
import { type AlertPayload, alertMessage } from './alert-message.ts';
import { createClientTurns } from './client-turns.ts';
import { fillIn } from './fill-in.ts';
import { delayAfter, settlementOf } from './mail-settlement.ts';
import { mailableName, oneLine } from './mailable-name.ts';
import type { Preview } from './mailing-preview.ts';
import { messageIdOf } from './message-id.ts';
import { composeMessage, type MessageParts } from './mime-message.ts';
import type { MailStore } from './outbox/outbox.sql.ts';
import type { SendOutcome } from './outbox/send-outcome.ts';
import { createSender, type SenderDeps } from './outbox/sender.ts';
import { createReceivers, type Receivers } from './receivers.ts';
import { createSendMail, type MailOutcome, type SmtpTimeouts } from './smtp.ts';

export interface MailDeps extends Pick<World, 'now' | 'newId' | 'random' | 'later' | 'log'> {
  store: SenderDeps['store'] & Pick<Store & MailStore, 'runAlone' | 'dropUnsendable'>;
  render: Pick<RenderModule, 'confirmMessage' | 'listMessage'>;
  /** Those that the site is offered in. */
  languages: readonly Language[];
  /** With the effective address. */
  site: Site;
  config: Pick<
    Config,
    'mailFrom' | 'mailHourly' | 'unconfirmedRetentionDays' | 'alertEmail' | 'digestEmails'
  >;
  smtp: SmtpServer;
  timeouts?: SmtpTimeouts;
  metrics: Pick<Metrics, 'mail'>;
}

export type Mail = ReturnType<typeof createMail>;

const TOKEN_BYTES = 16;
const CODES = 1_000_000;

/** Returns the secrets of a message that asks for a confirmation. */
export const newSecrets = () => ({
  token: randomBytes(TOKEN_BYTES).toString('base64url'),
  code: String(randomInt(CODES)).padStart(6, '0'),
});

/** Asks people by mail to confirm their address, and tells the team. It starts nothing. */
export function createMail(deps: MailDeps) {
  const { store, now, newId, config, metrics, log } = deps;
  const turnOf = createClientTurns(now);
  const { send, sendTo } = createSend(deps, createReceivers(now));
  const sender = createSender({
    ...deps,
    recipient: 'mail',
    runAlone: (work) => store.runAlone('outbox', work),
    send,
    hourly: config.mailHourly,
    async tidy(at) {
      const dropped = await store.dropUnsendable(at);
      if (dropped > 0)
        log.warn('mail is not sent: more waits than MAIL_HOURLY allows', { dropped });
    },
    retryDelay: delayAfter,
    settlementOf,
    onAttempt: metrics.mail,
  });
  return {
    ...sender,
    /**
     * Creates the secrets of a message that asks for a confirmation, and says when it may leave.
     *
     * @param client who asks; without it, somebody with a right to it
     */
    newRequest: (client?: string): ConfirmationRequest => ({
      ...(client === undefined ? { priority: 0, dueAt: now() } : turnOf(client)),
      id: newId(),
      ...newSecrets(),
      at: now(),
    }),
    /** Sends a preview at once to an address of the team, outside the outbox. Null for an address that nothing is sent to. */
    async sendPreview({ subject, text, html }: Preview, to: string) {
      const address = mailableAddress(to);
      if (address === null) return null;
      const words = { subject, text, html, leaveUrl: null };
      return sendTo({ to: { name: '', address }, words }, { id: newId(), date: new Date(now()) });
    },
  };
}

/** The result of a message that was not sent to any server. */
const NOT_SENT = { outcome: 'refused', mayHaveArrived: false } as const;

/** Returns the sender's name and address. */
export const senderOf = (site: Site, config: Pick<Config, 'mailFrom'>) => ({
  name: oneLine(site.brand),
  address: config.mailFrom ?? site.email,
});

/** The payload of a digest. */
export type DigestMail = Pick<MessageParts, 'subject' | 'text' | 'html'>;

interface Composed {
  to: { name: string; address: string };
  words: Pick<MessageParts, 'subject' | 'text' | 'html' | 'leaveUrl'>;
}

function createSend(deps: MailDeps, receivers: Receivers) {
  const { site, config, smtp, timeouts, now, log } = deps;
  const from = senderOf(site, config);
  const { hostname } = new URL(site.url);
  const sendMail = createSendMail(smtp, { name: hostname, ...(timeouts && { timeouts }) });
  async function sendTo(
    { to, words }: Composed,
    { id, date }: { id: string; date: Date },
    signal?: AbortSignal,
    onTurnOver?: () => void,
  ): Promise<MailOutcome> {
    const bytes = await composeMessage({ ...words, id, date, from, to });
    return sendMail({ from: from.address, to: to.address }, bytes, signal, onTurnOver);
  }
  const send = async (
    message: OutboxMessage,
    signal: AbortSignal,
    yieldTurn: () => void,
  ): Promise<SendOutcome> => {
    const { kind, createdAt, signup } = message;
    const id = messageIdOf(message.id, signup?.id ?? null);
    // A mailing may take days, and mail programs sort by the date.
    const date = new Date(kind === 'mailing' ? now() : createdAt);
    try {
      const composed = await composeFor(message, deps);
      if (composed === null) {
        return { ...NOT_SENT, reason: 'mail is not sent to an address of this form' };
      }
      return await receivers.attempt(composed.to.address, yieldTurn, (onTurnOver) =>
        sendTo(composed, { id, date }, signal, onTurnOver),
      );
    } catch (error) {
      log.error('a message cannot be made', { id: message.id, ...errorFields(error) });
      return { ...NOT_SENT, outcome: 'later', reason: 'the message cannot be made; see the log' };
    }
  };
  return { send, sendTo };
}

/** Returns null for an address that nothing is sent to. */
async function composeFor(message: OutboxMessage, deps: MailDeps): Promise<Composed | null> {
  const { kind, signup, payload } = message;
  if (!signup) return forTeam(message, deps);
  const { render, languages, config } = deps;
  const address = mailableAddress(signup.email);
  if (address === null) return null;
  const { token, leaveToken = token, code, words } = payload as unknown as PersonPayload;
  const name = mailableName(signup.name);
  const known = languages.find((each) => each === signup.language) ?? 'en';
  // A mailing that was not translated is English in all its parts.
  const language = kind !== 'mailing' || words[known] ? known : 'en';
  const addressOf = (page: string, of = token) =>
    `${deps.site.url}${prefixOf(language)}/${page}?token=${of}`;
  const leaveUrl = addressOf('leave', leaveToken);
  const input = { language, site: siteIn(deps.site, language), name, leaveUrl };
  const { signupType } = signup;
  const { unconfirmedRetentionDays } = config;
  const confirmUrl = addressOf('confirm');
  const own = words?.[language] ?? words?.en;
  const composed = await (kind === 'confirmation'
    ? render.confirmMessage({ ...input, signupType, code, confirmUrl, unconfirmedRetentionDays })
    : kind === 'mailing'
      ? render.listMessage({
          ...input,
          kind,
          words: fillIn(own, { name, code }, language),
          code: asksForCode(own) ? signupType : null,
        })
      : kind === 'invitation'
        ? render.listMessage({ ...input, kind, url: addressOf('invitation') })
        : render.listMessage({ ...input, kind: 'declined' }));
  return { to: { name, address }, words: { ...composed, leaveUrl } };
}

/** What the store adds to a message to a person: a token but to a mailing, another one to leave but to a confirmation. */
interface PersonPayload {
  token: string;
  leaveToken?: string;
  code: string;
  /** Only of a mailing. */
  words: MailingContent['words'] & { en: MailingWords };
}

/** Returns null when the address was removed from the settings since the message was queued. */
function forTeam({ kind, payload }: OutboxMessage, { site, config }: MailDeps): Composed | null {
  const isDigest = kind === 'digest';
  const { to } = payload;
  const address = isDigest ? config.digestEmails.find((known) => known === to) : config.alertEmail;
  if (!address) return null;
  const { subject, text, html } = isDigest
    ? (payload as unknown as DigestMail)
    : alertMessage(site, kind, payload as unknown as AlertPayload);
  return { to: { name: '', address }, words: { subject, text, html, leaveUrl: null } };
}
