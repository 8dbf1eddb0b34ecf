import type { RawHeaders } from './node/exchange.ts';

const SELF = ['script', 'style', 'img', 'font', 'connect', 'manifest', 'media'];
const POLICY = [
  "default-src 'none'",
  ...SELF.map((what) => `${what}-src 'self'`),
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The console draws an image of a chart from one that it made itself, which no address leads to, and shows a message in a
 * frame, as its readers will see it.
 */
export const CONSOLE_POLICY = `${POLICY.replace("img-src 'self'", '$& data:')}; frame-src 'self'`;

const HEADERS: RawHeaders = [
  ['Content-Security-Policy', POLICY],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  [
    'Permissions-Policy',
    'browsing-topics=(), camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  ],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
].flat();

const HTTPS_HEADERS: RawHeaders = [...HEADERS, 'Strict-Transport-Security', 'max-age=31536000'];

/** What these say is for documents. On each script, style and font of a page they cost a phone 10 KB. */
export const FOR_DOCUMENTS: readonly string[] = [
  'Content-Security-Policy',
  'Referrer-Policy',
  'Permissions-Policy',
  'Cross-Origin-Opener-Policy',
  'X-Request-Id',
];

/** Returns the headers of every answer, errors included. A header that a route sets itself is kept. */
export const securityHeadersOf = (isHttps: boolean): RawHeaders =>
  isHttps ? HTTPS_HEADERS : HEADERS;
