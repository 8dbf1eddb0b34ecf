import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { mailableAddress } from '#shared/email-address';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { foldEmail } from '../../lib/fold-email.ts';
import { printable } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import { senderOf } from '../mail-sender.ts';
import { composeMessage } from '../mime-message.ts';
import { createSendMail } from '../smtp.ts';
import type { MailContext } from './mail-context.ts';

const help = `npm run mail -- test ADDRESS

Sends one message to ADDRESS through the server in SMTP_URL, from MAIL_FROM, and prints what the server answered.
It neither reads nor changes the database. The server may be running.

  --help   prints this text`;

const NEXT_STEPS = {
  later: 'the server may accept it at another time',
  unreachable:
    'check the host, the port, the user and the password in SMTP_URL, MAIL_FROM, and the network',
  refused: 'the server refuses this address, or this message',
};

export const sendTestCommand: Subcommand<MailContext> = {
  summary: 'sends one message, and prints what the server answered',
  help,
  async run(args, { config, loadSite, out }) {
    const { positionals } = orHelp(help, () => parseArgs({ args, allowPositionals: true }));
    const [given = '', ...more] = positionals;
    const address = mailableAddress(foldEmail(given));
    if (address === null || more.length > 0) {
      throw new StartError(
        `test takes one e-mail ADDRESS, not ${JSON.stringify(positionals)}\n\n${help}`,
      );
    }
    const { smtp } = config;
    if (smtp === null) {
      throw new StartError(
        'no mail is sent, because SMTP_URL is not set; expected e.g. SMTP_URL=smtp://user:password@mail.example.com:587',
      );
    }
    const loaded = loadSite();
    const site = { ...loaded, url: config.siteUrl ?? loaded.url };
    const from = senderOf(site, config);
    const text = `This message shows that ${site.brand} can send mail from ${from.address}.`;
    const message = await composeMessage({
      id: randomUUID(),
      date: new Date(),
      from,
      to: { name: '', address },
      subject: `A test message from ${site.brand}`,
      text,
      html: null,
      leaveUrl: null,
    });
    const send = createSendMail(smtp, { name: new URL(site.url).hostname });
    const result = await send({ from: from.address, to: address }, message);
    if (result.outcome !== 'sent') {
      const where = `${smtp.host}:${smtp.port}`;
      throw new StartError(`${where}: ${printable(result.reason)}; ${NEXT_STEPS[result.outcome]}`);
    }
    out.write(`sent through ${smtp.host}:${smtp.port}: ${printable(result.reply)}\n`);
  },
};
