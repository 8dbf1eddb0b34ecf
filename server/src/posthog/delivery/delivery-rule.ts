import { type DecisionOnRecord, isExpired, isWithdrawn } from '../../consent/consent-rule.ts';
import type { DeliveryRule, SkipReason } from '../../store/store.ts';

/**
 * Returns whether an event may go to the recipient now. The visitor must consent at this moment, and must not have
 * withdrawn since the event was received: a new grant does not revive what a withdrawal removed. The last text that the
 * visitor agreed to before the event must have named this recipient. A later revision that names the same recipient
 * revokes nothing; agreement to it decides about later events, at intake.
 *
 * @param history the latest decisions of the event's consent id, in the order of the clicks. For an event that is older than
 *   all of these no grant is found, so it is not delivered, which is the safe side
 * @param recipientOf the recipient that the text of a revision names; undefined for a text that was never published
 */
export function ruleOnDelivery(
  receivedAt: number,
  history: readonly DecisionOnRecord[],
  recipientOf: (revision: number) => string | null | undefined,
  { recipient, now }: DeliveryRule,
): 'deliver' | SkipReason {
  const latest = history.at(-1);
  if (!latest) return 'no_grant';
  if (isWithdrawn(receivedAt, history)) return 'withdrawn';
  if (isExpired(latest.recordedAt, now)) return 'expired';
  const grant = history.findLast((row) => row.recordedAt <= receivedAt);
  if (!grant?.analytics) return 'no_grant';
  const named = [grant, latest].every(({ revision }) => recipientOf(revision) === recipient);
  return named ? 'deliver' : 'other_recipient';
}
