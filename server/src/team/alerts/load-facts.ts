import { DAY_MS, HOUR_MS } from '#shared/limits';
import type { Rate } from '#shared/statistics';
import { addDays, startOfDay } from '#shared/time-buckets';
import { describeDoubt } from '../../clock/describe-doubt.ts';
import type { ClientAct } from '../../counts/count-clients.ts';
import type { ClientCount, CountStore } from '../../counts/quarter-counts.sql.ts';
import type { World } from '../../lib/world.ts';
import { floorOf } from '../../mail/hour-rule.ts';
import type { MailStore } from '../../mail/outbox/outbox.sql.ts';
import type { Reports } from '../../reports/ask-reports.ts';
import { VALID_MS } from '../../store/mail-store.ts';
import type { Store } from '../../store/store.ts';
import { alertWords } from '../../words/server-messages.ts';
import { failedDrill } from '../failed-drill.ts';
import type { TeamStore } from '../team.sql.ts';
import { type AlertFacts, signupHistory } from './alert-rules.ts';

export interface FactsDeps extends Pick<World, 'now'> {
  reports: Pick<Reports, 'findSignups' | 'latestEvents'>;
  store: Store &
    CountStore &
    MailStore &
    TeamStore & {
      /** Returns why the site has paused a mailing; null where it has paused none. */
      readPauseReason(): Promise<string | null>;
    };
  /** In which a day begins. */
  zone: string;
  delivers: boolean;
  /** `MAIL_HOURLY`; null where no mail is sent. */
  mailHourly: number | null;
  /** Whether our own command makes the backups. */
  backsUp: boolean;
}

/** Seven whole weeks. */
const HISTORY_HOURS = 7 * 7 * 24;
const BASE_DAYS = 28;
/** Our mail server also postpones a message to a mistyped address. This many at once are an outage. */
const MANY_POSTPONED = 5;

/** Reads what the alerts are judged by. */
export function createLoadFacts(deps: FactsDeps) {
  const { reports, store, zone, now } = deps;

  /** Returns how many clients of a range did something. */
  const clientsOf = async (from: number, to: number) => {
    const counts = await store.countClients({ from, to });
    return (wanted: ClientAct): number =>
      counts.reduce((sum, { act, count }) => (act === wanted ? sum + count : sum), 0);
  };

  const ofHour = ofLastKey(async (hour) => {
    const counts = await store.countClients({ from: hour - HISTORY_HOURS * HOUR_MS, to: hour - 1 });
    const clients = await clientsOf(hour - BASE_DAYS * DAY_MS, hour - 1);
    return {
      history: signupHistory(hoursBefore(hour, counts)),
      visitors: clients('visited'),
      measured: clients('measured'),
    };
  });
  const beforeDay = ofLastKey(async (day) =>
    ratesOf(await clientsOf(addDays(day, -BASE_DAYS, zone), day - 1)),
  );

  return async (signal: AbortSignal): Promise<AlertFacts> => {
    const at = now();
    const day = startOfDay(at, zone);
    const { history, visitors, measured } = await ofHour(Math.floor(at / HOUR_MS) * HOUR_MS);
    const before = await beforeDay(day);
    // What has a time to come is from a clock that was ahead.
    const all = { ids: null, type: null, confirmation: null, state: null };
    const latest = { ...all, before: { id: '', createdAt: at + 1 }, limit: 1, offset: 0 };
    const { signups } = await reports.findSignups(latest, signal);
    const [event] = await reports.latestEvents({ limit: 1, receivedBefore: at + 1 }, signal);
    const since = await clientsOf(Math.max(event?.receivedAt ?? at, at - BASE_DAYS * DAY_MS), at);
    const today = ratesOf(await clientsOf(day, at));
    const lastDay = await clientsOf(at - DAY_MS, at);
    return {
      now: at,
      dayAt: day,
      signups: { history, lastAt: signups[0]?.createdAt ?? null },
      events: {
        lastAt: event?.receivedAt ?? null,
        visitorsSince: since('visited'),
        visitors,
        measured,
      },
      conversion: { today: today.conversion, before: before.conversion },
      consent: { today: today.consent, before: before.consent },
      forms: { trials: lastDay('sent_form'), successes: lastDay('form_failed') },
      ...(await queuesOf(deps)),
      mailingPaused: await store.readPauseReason(),
      freeBytes: (await store.usage()).freeBytes,
      bytesRefusedAt: {
        client: (await store.readMark('bytes:client'))?.at ?? null,
        site: (await store.readMark('bytes:site'))?.at ?? null,
      },
      backupAt: deps.backsUp ? await lastBackup(store, at) : null,
      drillFailed: await failedDrill(store),
      passkeyCopiedAt: (await store.readMark('copied_passkey'))?.at ?? null,
      deletionWaits: await deletionWaits(store, at),
    };
  };
}

function ratesOf(clients: (act: ClientAct) => number): Record<'conversion' | 'consent', Rate> {
  const agreed = clients('agreed');
  return {
    conversion: { trials: clients('saw_form'), successes: clients('used_form') },
    consent: { trials: agreed + clients('refused'), successes: agreed },
  };
}

/** Returns the clients that signed up in each hour before one. */
function hoursBefore(end: number, counts: readonly ClientCount[]) {
  const signedUp = counts.filter(({ act }) => act === 'signed_up');
  const clients = new Map(signedUp.map(({ at, count }) => [at, count]));
  return Array.from({ length: HISTORY_HOURS }, (_, index) => {
    const from = end - (HISTORY_HOURS - index) * HOUR_MS;
    return { from, signups: clients.get(from) ?? 0 };
  });
}

async function queuesOf({ store, delivers, mailHourly, now }: FactsDeps) {
  const delivery = delivers ? await store.deliveryState() : null;
  const mail = mailHourly === null ? null : await store.mailState();
  const left = (await store.webhookStates()).flatMap(({ leftSince }) => leftSince ?? []);
  return {
    delivery: delivery && {
      waitingSince: delivery.waitingSince,
      lastAt: delivery.deliveredAt,
    },
    mail: mail && {
      waitingSince: mail.waiting < MANY_POSTPONED ? mail.unansweredSince : mail.overdueSince,
      lastAt: mail.lastSentAt,
    },
    // Each must arrive, whatever else did.
    left: { waitingSince: left.length > 0 ? Math.min(...left) : null, lastAt: null },
    mailBehind: mail && mailHourly ? await behind(store, mail.waiting, mailHourly, now()) : 0,
  };
}

/** Counts the messages that will not leave in half of the time that they have. */
async function behind(
  store: Pick<MailStore, 'countMailDue'>,
  waiting: number,
  hourly: number,
  now: number,
): Promise<number> {
  const half = (floorOf(hourly, 'asked') * VALID_MS) / HOUR_MS / 2;
  return waiting > half ? Math.max(0, (await store.countMailDue(now)) - half) : 0;
}

/**
 * A site that has never made a backup is reminded a week after this was first asked. A time to come is from a clock that
 * was ahead.
 */
async function lastBackup(store: FactsDeps['store'], at: number): Promise<number> {
  const mark = await store.readMark('backup');
  if (mark && mark.at <= at) return mark.at;
  await store.mark({ name: 'backup', value: 'none', at });
  return at;
}

async function deletionWaits(store: FactsDeps['store'], at: number): Promise<string | null> {
  const trusted = await store.doubtOfClock(at);
  if (trusted !== null) return describeDoubt(at, trusted);
  const held = (await store.readMark('retention'))?.value;
  return held ? alertWords.text.deletion_waits.large({ held }) : null;
}

/** Remembers the answer for the last key, such as an hour. */
function ofLastKey<T>(load: (key: number) => Promise<T>) {
  let kept: { key: number; value: T } | null = null;
  return async (key: number): Promise<T> => {
    if (kept?.key !== key) kept = { key, value: await load(key) };
    return kept.value;
  };
}
