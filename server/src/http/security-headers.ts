import type { MiddlewareHandler } from 'hono';
import type { IsHttps } from './https.ts';
import { presetHeaders } from './preset-headers.ts';

const self = ['script-src', 'style-src', 'img-src', 'font-src', 'connect-src', 'manifest-src'];

const HEADERS: readonly [string, string][] = [
  [
    'Content-Security-Policy',
    [
      "default-src 'none'",
      ...self.map((directive) => `${directive} 'self'`),
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
  ],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  [
    'Permissions-Policy',
    'browsing-topics=(), camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  ],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];

const HTTPS_HEADERS: typeof HEADERS = [
  ...HEADERS,
  ['Strict-Transport-Security', 'max-age=31536000'],
];

/** On every answer, errors included; what a route has set itself is kept. */
export const securityHeaders =
  (isHttps: IsHttps): MiddlewareHandler =>
  (c, next) =>
    presetHeaders(c, next, isHttps(c) ? HTTPS_HEADERS : HEADERS);
