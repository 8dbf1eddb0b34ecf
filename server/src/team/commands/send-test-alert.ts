import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { GrowthContext } from '../../cli/frame/growth-context.ts';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { printable } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import { createSend } from '../webhooks/webhooks.ts';

const help = `npm run alerts -- test

Sends one message to each webhook in WEBHOOK_URL, signed or as text like all others, and prints what the receivers
answered. Its type is alert.raised, and its name is test. It neither reads nor changes the database.

  --help   prints this text`;

export type AlertsContext = Pick<
  GrowthContext,
  'database' | 'out' | 'warn' | 'progress' | 'config' | 'loadSite'
>;

export const sendTestCommand: Subcommand<AlertsContext> = {
  summary: 'sends a test message to each webhook, and prints the answers',
  help,
  async run(args, { config: { webhooks: config }, loadSite, out }) {
    orHelp(help, () => parseArgs({ args }));
    if (config.urls.length === 0) throw new StartError('there is no webhook; set WEBHOOK_URL');
    const failed: string[] = [];
    for (const url of config.urls) {
      const send = createSend(url, { config, site: loadSite(), now: Date.now });
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
      if (result.outcome === 'sent') out.write(`sent to ${host}\n`);
      else failed.push(`${host}: ${printable(result.reason)}`);
    }
    if (failed.length > 0) throw new StartError(failed.join('; '));
  },
};
