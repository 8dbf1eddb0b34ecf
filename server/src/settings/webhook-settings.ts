import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Expectation } from './environment.ts';

/** Each has a connection of its own while it is slow. */
const MAX_URLS = 5;

export const WEBHOOK_SECRET_EXAMPLE = 'what `echo whsec_$(openssl rand -base64 32)` prints';

const webhookUrl = z.string().refine((text) => {
  if (text.length > 2_000 || !/^https?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { host, username, password, hash } = new URL(text);
  return !/[,;]/.test(host) && username === '' && password === '' && hash === '';
});

/** One URL or several, separated by blanks. */
const webhookUrls = z
  .string()
  .transform((text) => [...new Set(text.split(/\s+/).filter((url) => url !== ''))])
  .pipe(z.array(webhookUrl).min(1).max(MAX_URLS));

/** As Standard Webhooks writes it: 24 to 64 bytes. */
const webhookSecret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/)
  .transform((text) => Buffer.from(text.slice('whsec_'.length), 'base64'))
  .refine((bytes) => bytes.length >= 24 && bytes.length <= 64);

export const timeZone = z.string().refine((name) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Z]/.test(name); // not an offset
  } catch {
    return false;
  }
});

const included = z
  .string()
  .default('nothing')
  .transform((text) => text.split(/\s+/).filter((word) => word !== ''))
  .pipe(z.array(z.enum(['nothing', 'person', 'unconfirmed'])).min(1));

export const ON_OFF: Expectation = { expected: 'on or off', example: 'on' };
export const onOff = (usual: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(usual)
    .transform((value) => value === 'on');

export function readWebhooks(
  read: <T>(name: string, schema: z.ZodType<T>, expectation: Expectation) => T,
) {
  const includes = read('WEBHOOK_INCLUDE', included, {
    expected: 'nothing, person or unconfirmed, or both separated by a blank',
    example: 'person',
  });
  return {
    /** Each may contain a secret. */
    urls: read('WEBHOOK_URL', webhookUrls.default([]), {
      expected: 'one to five http or https URLs, separated by blanks',
      example: 'https://example.com/hook',
      secret: true,
    }),
    secret: read('WEBHOOK_SECRET', webhookSecret.nullable().default(null), {
      expected: 'whsec_ and 24 to 64 bytes in base64',
      example: WEBHOOK_SECRET_EXAMPLE,
      secret: true,
    }),
    format: read('WEBHOOK_FORMAT', z.enum(['standard', 'slack']).default('standard'), {
      expected: 'standard or slack',
      example: 'slack',
    }),
    /** Whether messages name people. */
    includesPerson: includes.includes('person'),
    /** Whether they also tell of signups that nobody has confirmed, although the site asks for it. */
    includesUnconfirmed: includes.includes('unconfirmed'),
    allowsPrivate: read('WEBHOOK_ALLOW_PRIVATE', onOff('off'), ON_OFF),
  };
}

/** Returns the name of a URL in the outbox and the marks. It tells nothing about the URL, which may contain a secret. */
export const recipientOf = (url: string): string =>
  `webhook-${createHash('sha256').update(url).digest('hex').slice(0, 16)}`;
