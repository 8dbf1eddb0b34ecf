import type { Job } from '../../lib/scheduler.ts';
import type { World } from '../../lib/world.ts';
import type { AlertPayload } from '../../mail/alert-message.ts';
import type { NewNotice } from '../../store/mail-store.ts';
import type { Alert, TeamStore } from '../team.sql.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import {
  ALERT_ADVICE,
  ALERT_NAMES,
  type AlertFacts,
  type AlertName,
  judgeAlerts,
  type Verdict,
} from './alert-rules.ts';

const EVERY_MS = 60_000;
/** After the first page counts and events of a start. */
const FIRST_AFTER_MS = 30_000;
/** An alert is cleared once all has been well for this time, so that it is not raised and cleared in turns. */
const CALM_MS = 10 * 60_000;

/** Decides which alerts to raise and to clear. It remembers since when each has been fine. */
export function createAlertChanges() {
  const fineSince = new Map<AlertName, number>();
  return (
    verdicts: Readonly<Record<AlertName, Verdict>>,
    raised: ReadonlySet<string>,
    now: number,
  ): { raise: AlertName[]; clear: AlertName[] } => {
    const raise: AlertName[] = [];
    const clear: AlertName[] = [];
    for (const name of ALERT_NAMES) {
      const { state } = verdicts[name];
      if (state !== 'fine') fineSince.delete(name);
      // The clock may have jumped back.
      else fineSince.set(name, Math.min(now, fineSince.get(name) ?? now));
      if (state === 'wrong' && !raised.has(name)) raise.push(name);
      const since = fineSince.get(name);
      if (since !== undefined && raised.has(name) && now - since >= CALM_MS) clear.push(name);
    }
    return { raise, clear };
  };
}

export interface AlertWatchDeps extends Pick<World, 'now' | 'newId' | 'log'> {
  store: Pick<
    TeamStore,
    'raiseAlert' | 'clearAlert' | 'readAlerts' | 'readSilences' | 'readMark' | 'mark'
  >;
  loadFacts(signal: AbortSignal): Promise<AlertFacts>;
  webhooks: Pick<Webhooks, 'announce' | 'wake'>;
  /** Null where no alert is mailed. */
  alertEmail: string | null;
  mail: { wake(): void } | null;
}

/** Creates the job that judges the alerts every minute, and tells what changed. */
export function createAlertJob(deps: AlertWatchDeps): Job {
  const { store, webhooks, mail, now, newId, log } = deps;
  const changesOf = createAlertChanges();

  function noticesOf(kind: 'alert.raised' | 'alert.cleared', alert: Alert): NewNotice[] {
    const { name, text, since: at } = alert;
    const since = new Date(at).toISOString();
    const payload = { name, text, since, advice: adviceOf(name) } satisfies AlertPayload;
    const mail = { id: newId(), recipient: 'mail', kind, payload, at: now() };
    return [...webhooks.announce(kind, payload), ...(deps.alertEmail === null ? [] : [mail])];
  }

  const markOf = (name: string) => `told:${name}` as const;
  const isTold = async ({ id, name }: Alert) => (await store.readMark(markOf(name)))?.value === id;

  /** Tells each raised alert once: when it is raised, or when its silence has ended and it is still wrong. */
  async function tell(
    verdicts: Readonly<Record<AlertName, Verdict>>,
    silent: ReadonlyMap<string, number>,
    at: number,
  ): Promise<number> {
    const open = await openAlerts(store, at);
    let told = 0;
    for (const name of ALERT_NAMES) {
      const [alert, verdict] = [open.get(name), verdicts[name]];
      if (!alert || verdict.state !== 'wrong' || silent.has(name) || (await isTold(alert)))
        continue;
      const notices = noticesOf('alert.raised', { ...alert, text: verdict.text });
      if (await store.mark({ name: markOf(name), value: alert.id, at }, { notices })) told += 1;
    }
    return told;
  }

  async function judge(signal: AbortSignal) {
    const verdicts = judgeAlerts(await deps.loadFacts(signal));
    const at = now();
    const open = await openAlerts(store, at);
    const silent = await store.readSilences(at);
    const { raise, clear } = changesOf(verdicts, new Set(open.keys()), at);
    for (const name of raise) {
      const verdict = verdicts[name];
      if (verdict.state !== 'wrong') continue;
      const { text, since } = verdict;
      // To the minute: it may be the time of one person's signup.
      const minute = Math.floor(Math.min(since, at) / EVERY_MS) * EVERY_MS;
      const alert = { id: newId(), name, text, since: minute, raisedAt: at };
      if (await store.raiseAlert(alert)) log.warn('an alert is raised', { alert: name });
    }
    const told = await tell(verdicts, silent, at);
    for (const name of clear) {
      const alert = open.get(name);
      if (!alert) continue;
      const isQuiet = silent.has(name) || !(await isTold(alert));
      const notices = isQuiet ? [] : noticesOf('alert.cleared', alert);
      if (await store.clearAlert(name, at, notices))
        log.info('an alert is cleared', { alert: name });
    }
    if (told + clear.length === 0) return;
    webhooks.wake();
    mail?.wake();
  }

  return {
    name: 'alerts',
    everyMs: EVERY_MS,
    firstAfterMs: FIRST_AFTER_MS,
    async run(signal) {
      try {
        await judge(signal);
      } catch (error) {
        if (!signal.aborted) throw error; // stopping cancels the questions to the reports
      }
    },
  };
}

/** Returns the alerts that are raised now, by name. */
export async function openAlerts(
  store: Pick<TeamStore, 'readAlerts'>,
  now: number,
): Promise<Map<string, Alert>> {
  const alerts = await store.readAlerts({ from: now + 1, to: now });
  return new Map(alerts.map((alert) => [alert.name, alert]));
}

export const adviceOf = (name: string): string =>
  Object.hasOwn(ALERT_ADVICE, name) ? ALERT_ADVICE[name as AlertName] : '';
