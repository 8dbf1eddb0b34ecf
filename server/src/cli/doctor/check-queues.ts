import { readDatabase } from '../../database/open-database.ts';
import { StartError } from '../../lib/start-error.ts';
import type { Config } from '../../settings/config.ts';
import type { MailReason, MailState } from '../../store/mail-store.ts';
import type { DeliveryState, SkipReason } from '../../store/store.ts';

type Finding = [level: 'ok' | 'warning', what: string, ...lines: string[]];

const SKIP_REASONS: Record<SkipReason, string> = {
  no_grant: 'no consent on record',
  withdrawn: 'consent withdrawn',
  expired: 'consent expired',
  other_recipient: 'agreed to a text that did not name this PostHog',
};

/** Says what waits for PostHog and to be sent by mail, what was refused, and why the last attempt failed. */
export async function checkQueues({ database, posthogKey, smtp }: Config): Promise<Finding[]> {
  try {
    return await readDatabase(database, async (reader) => [
      ...(posthogKey === null ? [] : [describeDelivery(await reader.deliveryState())]),
      ...(smtp === null
        ? []
        : [describeMail(await reader.mailState(), await reader.mailReasons(), Date.now())]),
    ]);
  } catch (error) {
    if (error instanceof StartError) return []; // the database is missing, or has no tables yet
    throw error;
  }
}

const iso = (time: number) => new Date(time).toISOString();
const since = (time: number | null) => (time === null ? '' : `, the first since ${iso(time)}`);

function describeDelivery(state: DeliveryState): Finding {
  const { waiting, waitingSince, delivered, deliveredAt, deletions, failure } = state;
  const last = deliveredAt === null ? '' : `, the last at ${iso(deliveredAt)}`;
  const skips = (Object.entries(SKIP_REASONS) as [SkipReason, string][]).filter(
    ([reason]) => state.skipped[reason] > 0,
  );
  const why = deletions.reason === null ? '' : `: ${deletions.reason}`;
  return [
    failure || state.setAside + deletions.refused > 0 ? 'warning' : 'ok',
    'delivery',
    `${waiting} events wait${since(waitingSince)}; ${delivered} delivered${last}`,
    ...skips.map(([reason, words]) => `${state.skipped[reason]} passed over: ${words}`),
    ...(state.setAside > 0 ? [`${state.setAside} refused and set aside`] : []),
    ...state.deadLetters.map(({ eventId, reason, at }) => `${eventId} at ${iso(at)}: ${reason}`),
    ...(deletions.waiting + deletions.refused > 0
      ? [`${deletions.waiting} people wait to be deleted, ${deletions.refused} refused${why}`]
      : []),
    ...(failure ? [`last failure: ${failure.reason}, at ${iso(failure.at)}`] : []),
  ];
}

function describeMail(state: MailState, reasons: readonly MailReason[], now: number): Finding {
  const { waiting, waitingSince, overdueSince, sent, refused, givenUp } = state;
  const isOverdue = overdueSince !== null && overdueSince < now;
  return [
    isOverdue || refused + givenUp > 0 ? 'warning' : 'ok',
    'outbox',
    `${waiting} messages wait${since(waitingSince)}; ${sent} sent in the last day, ${refused} refused, ${givenUp} given up`,
    ...(isOverdue ? [`one should have left at ${iso(overdueSince)}`] : []),
    ...reasons.map((one) => `${one.count} ${one.state.replace('_', ' ')}: ${one.reason}`),
  ];
}
