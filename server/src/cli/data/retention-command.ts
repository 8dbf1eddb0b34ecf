import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeDoubt } from '../../clock/describe-doubt.ts';
import { withStore } from '../../database/open-database.ts';
import { StartError } from '../../lib/start-error.ts';
import { askToDelete, deletionSettings } from '../../posthog/delivery/deletion.ts';
import { findProjectRoot } from '../../settings/project-root.ts';
import { loadSite } from '../../site/site-config.ts';
import { ALERT_ADVICE } from '../../team/alerts/alert-rules.ts';
import { announceRemovedTo } from '../../team/webhooks/webhooks.ts';
import { applyRetention } from '../../upkeep/retention.ts';
import { type DataContext, formatPairs } from '../frame/data-context.ts';
import { command, flag } from '../frame/subcommand.ts';

/** Pause between two small transactions, so that a running server can write. */
const PAUSE_MS = 10;

export const retentionCommand = command<DataContext>()({
  usage: 'npm run data -- retention [OPTIONS]',
  summary: 'deletes what is past its retention or withdrawn, as the server does once a day',
  about: `Deletes what is past its retention, as the server does automatically once a day: events EVENT_RETENTION_DAYS after they
were received, signups SIGNUP_RETENTION_DAYS after they were made, and proof of consent three years after the last
decision (or later, while events that it allowed are kept). It also erases the events of people who turned analytics off,
however many, and asks PostHog to delete them. Where mail is sent, signups that were sent a message
and not confirmed are deleted UNCONFIRMED_RETENTION_DAYS after the first one. The proof of a confirmed signup is deleted
three years after that. It works in small steps, so the server may be running. It also deletes events past their retention that were not yet sent to PostHog.

If it would delete more than a fifth of a table with at least 100 rows, it leaves that table alone until you accept it,
but for signups that were asked for a confirmation in vain. While the clock is before the last time at which it was
believed, or more than 30 days after it, it deletes nothing.`,
  options: {
    accept: flag('says that the clock is right, and deletes also more than a fifth of a table'),
    'dry-run': flag(
      'counts what would be deleted, and what would wait for --accept; deletes nothing',
    ),
  },
  async run(values, { database, config, out, now, newId }) {
    const { accept: isAccepted = false, 'dry-run': dryRun = false } = values;
    const told = announceRemovedTo(config.webhooks, { newId, now }).expired;
    const at = now();
    const result = await withStore(database, async (store) => {
      const trusted = dryRun ? null : await store.judgeClock(at, isAccepted);
      if (trusted !== null) {
        throw new StartError(`${describeDoubt(at, trusted)} ${ALERT_ADVICE.deletion_waits}`);
      }
      const { backupDays } = loadSite(join(findProjectRoot(), 'data/site.json'));
      return applyRetention(
        {
          store,
          now: () => at,
          config,
          told,
          ask: askToDelete(await deletionSettings(config, store), { newId, now }),
          backupDays,
          pause: () => sleep(dryRun ? 0 : PAUSE_MS),
        },
        { dryRun, isAccepted },
      );
    });
    const { eventRetentionDays, signupRetentionDays, unconfirmedRetentionDays } = config;
    const unconfirmed = `, or unconfirmed ${unconfirmedRetentionDays} days after the first message`;
    const verb = dryRun ? 'would be deleted' : 'deleted';
    const { undelivered, held } = result;
    const { posthogKey } = config;
    const notDelivered =
      undelivered > 0 && posthogKey !== null ? `, ${undelivered} of them not yet delivered` : '';
    out.write(
      formatPairs([
        ['withdrawn', `${result.withdrawn} events ${verb}, of people who turned analytics off`],
        [
          'events',
          `${result.events} ${verb}, older than ${eventRetentionDays} days${notDelivered}`,
        ],
        [
          'signups',
          `${result.signups} ${verb}, older than ${signupRetentionDays} days${unconfirmed}`,
        ],
        ['consents', `${result.consents} ${verb}`],
      ]),
    );
    if (held.length === 0) return;
    throw new StartError(
      `${dryRun ? 'would not be' : 'not'} deleted: ${held.join(', ')}, more than a fifth of the table; if that is right, for example after a shorter period was set, add --accept`,
    );
  },
});
