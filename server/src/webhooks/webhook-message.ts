import type { OutboxMessage } from '../store/mail-store.ts';

export interface WebhookMessage {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/**
 * Returns what a webhook is told, in the shape that Standard Webhooks recommends.
 *
 * @param includesPerson whether to name people: `WEBHOOK_INCLUDE=person`
 */
export function webhookMessage(message: OutboxMessage, includesPerson: boolean): WebhookMessage {
  const { kind, createdAt, payload, signup } = message;
  const { signupId, signupType, channel, ...data } = payload;
  const type = signup?.signupType ?? signupType;
  // The receiver has to find the person who has left, and only if it was told who that is.
  const id = signup?.id ?? signupId;
  const person = signup && {
    name: signup.name,
    email: signup.email,
    youtube_channel: signup.youtubeChannel,
    use_case: signup.useCase,
  };
  return {
    type: kind,
    timestamp: new Date(createdAt).toISOString(),
    data: {
      ...(type !== undefined && { signup_type: type }),
      ...data,
      // People agreed to be measured under a random identifier, so the channel never stands beside a name.
      ...(!includesPerson && channel !== undefined && { channel }),
      ...(includesPerson && id !== undefined && { id }),
      ...(includesPerson && person),
    },
  };
}
