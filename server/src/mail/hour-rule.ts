import { HOUR_MS } from '#shared/limits';
import { MAIL_KINDS, type MailHour, type MailKind } from '../store/mail-store.ts';

/** Returns how much of the hour is a kind's own: a half for what strangers ask for, a quarter for each other kind. */
export const floorOf = (hourly: number, kind: MailKind): number =>
  kind === 'asked' ? Math.ceil(hourly / 2) : Math.floor(hourly / 4);

/** Half of a floor is never lent, and the other half while nothing of its kind waits. */
const keptOf = (hourly: number, kind: MailKind, waits: boolean): number =>
  waits ? floorOf(hourly, kind) : Math.floor(floorOf(hourly, kind) / 2);

/** Returns how many messages an hour may have of one kind: all but what the others have had, or what is kept for them. */
export function shareOf(kind: MailKind, hour: MailHour, hourly: number): number {
  const others = MAIL_KINDS.filter((other) => other !== kind).map((other) => {
    const { sent, waits } = hour[other];
    return Math.max(sent, keptOf(hourly, other, waits));
  });
  const rest = others.reduce((left, taken) => left - taken, hourly);
  return Math.max(rest, keptOf(hourly, kind, false));
}

/** Returns how fast a mailing goes on, and when it ends, if others get as much mail as in the last hour. */
export function paceOf(
  { waiting, now }: { waiting: number; now: number },
  hour: MailHour,
  hourly: number,
): { perHour: number; endsAt: number | null } {
  const perHour = Math.max(shareOf('mailing', hour, hourly), floorOf(hourly, 'mailing'));
  const { sent, since } = hour.mailing;
  const later = waiting - Math.max(0, perHour - sent);
  if (later <= 0) return { perHour, endsAt: now };
  const hours = Math.ceil(later / perHour);
  return { perHour, endsAt: perHour > 0 ? (since ?? now) + hours * HOUR_MS : null };
}
