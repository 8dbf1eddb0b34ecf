import { textColumnsOf } from '#shared/signup-texts';
import type { OutboxMessage } from '../../store/mail-store.ts';

export interface WebhookMessage {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/**
 * Returns what a webhook is told, in the shape that Standard Webhooks recommends.
 *
 * Nothing in it rests on a consent to be measured: who withdraws cannot take back what was sent.
 *
 * @param includesPerson whether to name people: `WEBHOOK_INCLUDE=person`
 */
export function webhookMessage(message: OutboxMessage, includesPerson: boolean): WebhookMessage {
  const { kind, createdAt, payload, signup } = message;
  const { signupId, signupType, createdAt: signedUpAt, ...data } = payload;
  const type = signup?.signupType ?? signupType;
  const at = signup?.createdAt ?? signedUpAt;
  // The receiver has to find the person who has left, and only if it was told who that is: then the payload names them.
  const id = signup?.id ?? signupId;
  const person = signup && textColumnsOf(signup);
  return {
    type: kind,
    timestamp: new Date(createdAt).toISOString(),
    data: {
      ...(type !== undefined && { signup_type: type }),
      ...(at !== undefined && { created_at: new Date(Number(at)).toISOString() }),
      ...data,
      ...((includesPerson || signupId !== undefined) && id !== undefined && { id }),
      ...(includesPerson && person),
    },
  };
}
