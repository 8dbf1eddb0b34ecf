import { parseArgs } from 'node:util';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { withStore } from '../../database/open-database.ts';
import { printable, printableJson } from '../../lib/printable.ts';
import type { MailReason, MailState } from '../../store/mail-store.ts';
import type { MailContext } from './mail-context.ts';

const help = `npm run mail -- status [--json]

Shows the queue of messages: how many wait and since when, how many were sent in the last day, how many were refused for
good or given up after 48 hours, and what the receiving servers answered. Addresses are removed from these answers.
Reads the database in DATABASE_URL without changing it. The server may be running.

  --json   prints the same as JSON, with ISO times
  --help   prints this text`;

export const statusCommand: Subcommand<MailContext> = {
  summary: 'shows the queue of messages, and why some were not sent',
  help,
  async run(args, { config, database, out }) {
    const options = { json: { type: 'boolean' } } as const;
    const { json = false } = orHelp(help, () => parseArgs({ args, options }).values);
    const {
      reasons,
      lastSentAt: _,
      overdueSince: __,
      unansweredSince: ___,
      ...state
    } = await withStore(database, async (store) => ({
      ...(await store.mailState()),
      reasons: await store.mailReasons(),
    }));
    const server = config.smtp && `${config.smtp.host}:${config.smtp.port}`;
    const waitingSince = state.waitingSince && new Date(state.waitingSince).toISOString();
    out.write(
      json
        ? `${printableJson({ server, ...state, waitingSince, reasons })}\n`
        : describe(server, { ...state, reasons }, waitingSince),
    );
  },
};

function describe(
  server: string | null,
  {
    waiting,
    sent,
    refused,
    givenUp,
    reasons,
  }: Omit<MailState, 'lastSentAt' | 'overdueSince' | 'unansweredSince'> & { reasons: MailReason[] },
  waitingSince: string | 0 | null,
): string {
  const lines = [
    ['server', server ?? 'none (SMTP_URL is not set): no mail is sent'],
    ['waiting', `${waiting}${waitingSince ? `, the first since ${waitingSince}` : ''}`],
    ['sent', `${sent} in the last day`],
    ['refused', String(refused)],
    ['given up', String(givenUp)],
    ...reasons.map(({ state, reason, count }) => [
      'answer',
      `${count} ${state.replace('_', ' ')}: ${reason}`,
    ]),
  ];
  return `${lines.map(([name = '', value = '']) => `${name.padEnd(10)}${printable(value)}`).join('\n')}\n`;
}
