import { parseArgs } from 'node:util';
import { uuidv7 } from '#shared/uuid';
import type { GrowthContext } from '../../cli/frame/growth-context.ts';
import { orHelp, type Subcommand } from '../../cli/frame/subcommand.ts';
import { withStore } from '../../database/open-database.ts';
import { printable } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import { openReportsThread } from '../../reports/reports-thread.ts';
import { digestWeek, makeDigest } from '../digest/digest.ts';
import { digestNotices } from '../digest/digest-job.ts';
import { digestText } from '../digest/digest-message.ts';

const help = `npm run growth -- digest [--send]

Prints the digest of last week beside the week before, by the days of SITE_TIMEZONE. The server sends it on Mondays at nine
to DIGEST_EMAIL and to the webhooks.

  --send   also queues it for them now; a running server sends it within half a minute
  --help   prints this text`;

export const digestCommand: Subcommand<GrowthContext> = {
  summary: 'prints last week’s digest, and sends it with --send',
  help,
  async run(args, { database, channels, config, loadSite, out }) {
    const { send = false } = orHelp(
      help,
      () => parseArgs({ args, options: { send: { type: 'boolean' } } }).values,
    );
    const hasNobody = config.webhooks.urls.length === 0 && config.digestEmails.length === 0;
    if (send && hasNobody) {
      throw new StartError('there is nobody to send it to; set DIGEST_EMAIL or WEBHOOK_URL');
    }
    const loaded = loadSite();
    const site = { ...loaded, url: config.siteUrl ?? loaded.url };
    const reports = openReportsThread(database, { channels });
    try {
      await withStore(database, async (store) => {
        const at = Date.now();
        const zone = config.timeZone;
        const { week, span } = digestWeek(at, zone);
        const delivers = config.posthogKey !== null;
        const mails = config.smtp !== null;
        const digest = await makeDigest({ reports, store, zone, delivers, mails }, span);
        out.write(`${digestText(site, digest).split('\n').map(printable).join('\n')}\n`);
        if (!send) return;
        // A webhook gets its messages in the order of their ids.
        const newId = () => uuidv7(at, crypto.getRandomValues(new Uint8Array(10)));
        const notices = digestNotices({ site, config, newId, now: () => at }, digest);
        const value = `${week} ${new Date(at).toISOString()}`;
        await store.mark({ name: 'digest', value, at }, { notices });
        out.write(`\n${notices.length} ${notices.length === 1 ? 'message' : 'messages'} queued\n`);
      });
    } finally {
      await reports.close();
    }
  },
};
