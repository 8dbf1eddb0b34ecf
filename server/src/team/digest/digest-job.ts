import { DAY_MS } from '#shared/limits';
import type { Site } from '#shared/site';
import type { Job } from '../../lib/scheduler.ts';
import { within } from '../../lib/within.ts';
import type { World } from '../../lib/world.ts';
import type { Config } from '../../settings/config.ts';
import type { NewNotice } from '../../store/mail-store.ts';
import type { TeamStore } from '../team.sql.ts';
import { announceTo } from '../webhooks/webhooks.ts';
import { type Digest, type DigestDeps, digestWeek, makeDigest } from './digest.ts';
import { digestMail, digestText } from './digest-message.ts';

export interface DigestJobDeps extends DigestDeps, Pick<World, 'now' | 'newId' | 'log'> {
  store: DigestDeps['store'] & Pick<TeamStore, 'readMark' | 'mark'>;
  site: Pick<Site, 'brand' | 'url'>;
  config: Pick<Config, 'webhooks' | 'digestEmails'>;
  /** Tells the senders that there are messages. */
  wake(): void;
}

const EVERY_MS = 60_000;
const FIRST_AFTER_MS = 15_000;
/** A digest that would be later than this is not sent. */
const MAX_LATE_MS = 3 * DAY_MS;

/**
 * Creates the job that sends the digest on Mondays at nine. If the server was stopped then, it is sent at the next start.
 * The first one of a database follows on its first Monday.
 */
export function createDigestJob(deps: DigestJobDeps): Job {
  const { store, now, log } = deps;
  return {
    name: 'digest',
    everyMs: EVERY_MS,
    firstAfterMs: FIRST_AFTER_MS,
    async run() {
      const at = now();
      const { week, span, dueAt } = digestWeek(at, deps.zone);
      const last = await store.readMark('digest');
      if (last === null) {
        const value = at < dueAt ? 'none' : week;
        await store.mark({ name: 'digest', value, at });
        return;
      }
      if (last.value === week || !within(at, dueAt, MAX_LATE_MS)) return;
      const notices = digestNotices(deps, await makeDigest(deps, span));
      if (!(await store.mark({ name: 'digest', value: week, at }, { notices }))) return;
      log.info('the digest is queued', { week });
      deps.wake();
    },
  };
}

/** Returns the messages with a digest: to each webhook, and to each address of `DIGEST_EMAIL`. */
function digestNotices(
  { site, config, newId, now }: Pick<DigestJobDeps, 'site' | 'config' | 'newId' | 'now'>,
  digest: Digest,
): NewNotice[] {
  const announce = announceTo(config.webhooks.urls, { newId, now });
  const { alerts, notes, ...figures } = digest;
  const payload = {
    ...figures,
    alerts: alerts.map(({ name, text }) => ({ name, text })),
    notes: notes.map(({ text, at }) => ({ text, at: new Date(at).toISOString() })),
    summary: digestText(site, digest),
  };
  const mails = config.digestEmails.map((to) => ({
    id: newId(),
    recipient: 'mail',
    kind: 'digest' as const,
    payload: { ...digestMail(site, digest), to },
    at: now(),
  }));
  return [...announce('digest', payload), ...mails];
}
