import { expect, test } from 'vitest';
import { MAX_MAILTO_LENGTH, mailtoUrl } from './mailto-url.ts';

const empty = { to: 'help@example.com', name: '', email: '', subject: '', message: '' };

/** What a mail program makes of the URL: RFC 6068 knows percent-encoding and nothing else. */
function read(url: string) {
  const [address = '', query = ''] = url.slice('mailto:'.length).split('?');
  const fields = query.split('&').filter(Boolean);
  return {
    to: decodeURIComponent(address),
    ...Object.fromEntries(
      fields.map((field) => field.split('=').map((part) => decodeURIComponent(part))),
    ),
  };
}

test('the mail holds the subject, the message and under it who wrote it', () => {
  const url = mailtoUrl({
    ...empty,
    name: 'Ada',
    email: 'ada@example.org',
    subject: 'Hi',
    message: 'Yes',
  });
  expect(url).toBe(
    'mailto:help@example.com?subject=Hi&body=Yes%0D%0A%0D%0AAda%0D%0Aada%40example.org',
  );
});

test('empty fields leave the address alone', () => {
  expect(mailtoUrl(empty)).toBe('mailto:help@example.com');
  expect(mailtoUrl({ ...empty, subject: '  ', message: '\n' })).toBe('mailto:help@example.com');
});

test.each([
  ['umlauts', 'Grüße aus Köln, Straße'],
  ['what separates fields', 'a & b = c? #1'],
  ['plus and percent', '1 + 1 = 100 % + %20'],
  ['quotes', `"double" 'single' „low“`],
  ['emoji', 'voilà 🎬👩‍🎤'],
  ['right-to-left text', 'مرحبا'],
  ['what looks like another header', 'x&bcc=all@example.com'],
])('%s arrive as they were typed', (_, text) => {
  const url = mailtoUrl({ ...empty, subject: text, message: text });
  expect(read(url)).toEqual({ to: empty.to, subject: text, body: text });
  expect(url).toMatch(/^[\x21-\x7e]+$/);
  expect(url).not.toContain('+');
  expect(url.match(/[?&#]/g)).toEqual(['?', '&']);
});

test('a blank is %20, never a plus', () => {
  expect(mailtoUrl({ ...empty, subject: 'a b' })).toBe('mailto:help@example.com?subject=a%20b');
});

test.each(['one\ntwo', 'one\r\ntwo', 'one\rtwo'])('%j: every line break is a CRLF', (message) => {
  expect(mailtoUrl({ ...empty, message })).toBe('mailto:help@example.com?body=one%0D%0Atwo');
});

test('a line break in the subject cannot begin another header', () => {
  expect(read(mailtoUrl({ ...empty, subject: 'Hi\r\nBcc: all@example.com' }))).toEqual({
    to: empty.to,
    subject: 'Hi Bcc: all@example.com',
  });
});

test('half of an emoji does not break the form', () => {
  expect(read(mailtoUrl({ ...empty, message: '\ud83c cut' }))).toEqual({
    to: empty.to,
    body: '\uFFFD cut',
  });
});

test('an address with characters of its own stays one address', () => {
  const url = mailtoUrl({ ...empty, to: 'help+site&co@example.com' });
  expect(url).toBe('mailto:help%2Bsite%26co@example.com');
});

test('5,000 characters are encoded whole, and known to be too long to hand over', () => {
  const message = 'Müller & Söhne\n'.repeat(334).slice(0, 5000);
  const url = mailtoUrl({ ...empty, message });
  expect(read(url)).toEqual({ to: empty.to, body: message.trim().replaceAll('\n', '\r\n') });
  expect(url.length).toBeGreaterThan(MAX_MAILTO_LENGTH);
});
