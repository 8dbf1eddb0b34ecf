import { createHmac } from 'node:crypto';

/** How long a code is valid, in milliseconds. */
const VALID_MS = 15 * 60_000;

const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url');

/**
 * Returns the address to go on to, with a code that says that this invitation was redeemed here:
 * `code=<id>.<unix time of its end>.<HMAC-SHA256 of both>`. The id is always the same for an invitation, so the operator's
 * application can see that it was used already. docs/operations.md says how it is checked.
 */
export function openUrlFor(
  openUrl: string,
  secret: string | undefined,
  token: string,
  now: number,
) {
  if (secret === undefined) return openUrl;
  const signed = `${hmac(secret, `invitation ${token}`).slice(0, 22)}.${Math.floor((now + VALID_MS) / 1000)}`;
  const url = new URL(openUrl);
  url.searchParams.append('code', `${signed}.${hmac(secret, signed)}`);
  return url.href;
}
