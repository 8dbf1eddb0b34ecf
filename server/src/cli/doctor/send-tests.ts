import { randomUUID } from 'node:crypto';
import { mailableAddress } from '#shared/email-address';
import type { Site } from '#shared/site';
import { foldEmail } from '../../lib/fold-email.ts';
import { senderOf } from '../../mail/mail-sender.ts';
import { composeMessage } from '../../mail/mime-message.ts';
import { createSendMail } from '../../mail/smtp.ts';
import type { Config } from '../../settings/config.ts';
import { createSend } from '../../team/webhooks/webhooks.ts';

type Finding = [level: 'ok' | 'fault', what: string, ...lines: string[]];

/** What is to be sent. */
export interface Tests {
  mail?: string | undefined;
  webhooks?: boolean | undefined;
}

/** Sends a test message by mail, and one to each webhook, and says what was answered. */
export async function sendTests(
  { mail, webhooks = false }: Tests,
  config: Config,
  loaded: Site,
): Promise<Finding[]> {
  const site = { ...loaded, url: config.siteUrl ?? loaded.url };
  return [
    ...(mail === undefined ? [] : [await sendMail(mail, config, site)]),
    ...(webhooks ? await sendWebhooks(config, site) : []),
  ];
}

const NEXT_STEPS = {
  later: 'the server may accept it at another time',
  unreachable:
    'check the host, the port, the user and the password in SMTP_URL, MAIL_FROM, and the network',
  refused: 'the server refuses this address, or this message',
};

async function sendMail(given: string, config: Config, site: Site): Promise<Finding> {
  const what = 'test mail';
  const address = mailableAddress(foldEmail(given));
  if (address === null) return ['fault', what, `${JSON.stringify(given)} is no e-mail address`];
  const { smtp } = config;
  if (smtp === null) {
    const example = 'SMTP_URL=smtp://user:password@mail.example.com:587';
    return ['fault', what, `SMTP_URL is not set; expected e.g. ${example}`];
  }
  const from = senderOf(site, config);
  const message = await composeMessage({
    id: randomUUID(),
    date: new Date(),
    from,
    to: { name: '', address },
    subject: `A test message from ${site.brand}`,
    text: `This message shows that ${site.brand} can send mail from ${from.address}.`,
    html: null,
    leaveUrl: null,
  });
  const send = createSendMail(smtp, { name: new URL(site.url).hostname });
  const result = await send({ from: from.address, to: address }, message);
  const where = `${smtp.host}:${smtp.port}`;
  return result.outcome === 'sent'
    ? ['ok', what, `sent through ${where}: ${result.reply}`]
    : ['fault', what, `${where}: ${result.reason}; ${NEXT_STEPS[result.outcome]}`];
}

async function sendWebhooks({ webhooks: config }: Config, site: Site): Promise<Finding[]> {
  if (config.urls.length === 0) return [['fault', 'test', 'there is no webhook; set WEBHOOK_URL']];
  const findings: Finding[] = [];
  for (const url of config.urls) {
    const send = createSend(url, { config, site, now: Date.now });
    const message = {
      id: randomUUID(),
      kind: 'alert.raised',
      payload: { name: 'test', text: 'This is a test.', advice: 'Nothing: the webhook works.' },
      priority: 0,
      attempts: 0,
      createdAt: Date.now(),
      handedOverAt: null,
      signup: null,
    };
    const result = await send(message, new AbortController().signal);
    const { host } = new URL(url);
    findings.push(
      result.outcome === 'sent'
        ? ['ok', 'test', `sent to ${host}`]
        : ['fault', 'test', `${host}: ${result.reason}`],
    );
  }
  return findings;
}
