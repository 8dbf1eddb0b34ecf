import { createHmac } from 'node:crypto';

/**
 * Returns the headers of Standard Webhooks 1.0 (https://www.standardwebhooks.com): receivers check the signature and the
 * time, and recognise a repeated message by its id.
 *
 * @param at the time of this attempt
 */
export function signedHeaders(
  secret: Uint8Array,
  { id, at, body }: { id: string; at: number; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const hash = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hash}`,
  };
}
