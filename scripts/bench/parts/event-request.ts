// The bytes of a request as a visitor's browser sends it, with placeholders for the parts that differ.

export const VISITORS = 1_024;

export const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

const EVENTS = [
  ['section_view', { section_name: 'pipeline' }],
  ['scroll', { percent_scrolled: 50 }],
  ['button_click', { button_name: 'Beta Access', click_location: 'header' }],
  ['form_submit', { form_type: 'beta', event_label: 'success', email_domain: 'example.org' }],
] as const;

/** Returns the visitor's consent id. */
export const visitorId = (visitor: number) =>
  `0195a000-0000-7000-8000-${visitor.toString(16).padStart(12, '0')}`;

/** Placeholder for the digits of the event's number. */
const NUMBER = 'ffffffffffff';

/** Returns an envelope with this many events as JSON; {@link createRequest} numbers their ids. */
function envelope(events: number, now: number): string {
  const timestamp = new Date(now).toISOString();
  const prefix = now.toString(16).padStart(12, '0');
  // A UUID version 7 of this moment: ids rise, as they do across many visitors.
  const id = `${prefix.slice(0, 8)}-${prefix.slice(8)}-7000-8000-${NUMBER}`;
  return JSON.stringify({
    consentId: visitorId(0),
    sessionId: '0195a000-0000-7000-8000-0000000000aa',
    sentAt: timestamp,
    context: { path: '/', viewport: 'large', referrerHost: 'www.example.org' },
    events: Array.from({ length: events }, (_, index) => {
      const [name, properties] = EVENTS[index % EVENTS.length] ?? EVENTS[0];
      return { id, name, timestamp, properties };
    }),
  });
}

/**
 * Creates the request of one connection. `next` changes its bytes in place, so the previous request must have been
 * answered.
 */
export function createRequest({
  port,
  events,
  now,
}: {
  port: number;
  events: number;
  now: number;
}) {
  const body = envelope(events, now);
  const head = [
    'POST /api/events HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Connection: keep-alive',
    `Content-Length: ${body.length}`,
    `User-Agent: ${USER_AGENT}`,
    'Content-Type: application/json',
    'Accept: */*',
    `Origin: http://127.0.0.1:${port}`,
    'Sec-Fetch-Site: same-origin',
    'Sec-Fetch-Mode: cors',
    'Sec-Fetch-Dest: empty',
    `Referer: http://127.0.0.1:${port}/`,
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Accept-Language: en-GB,en;q=0.9',
  ];
  const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1');
  const visitorAt = bytes.indexOf(visitorId(0)) + visitorId(0).length - NUMBER.length;
  const numbersAt: number[] = [];
  for (let at = bytes.indexOf(NUMBER); at !== -1; at = bytes.indexOf(NUMBER, at + 1)) {
    numbersAt.push(at);
  }
  const digits = (value: number) => value.toString(16).padStart(NUMBER.length, '0');
  return {
    bodyBytes: body.length,
    /** @param first number of the first event; the following events count up from it */
    next(visitor: number, first: number): Buffer {
      bytes.write(digits(visitor), visitorAt, 'latin1');
      for (const [index, at] of numbersAt.entries()) {
        bytes.write(digits(first + index), at, 'latin1');
      }
      return bytes;
    },
  };
}
