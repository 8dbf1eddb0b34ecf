import { expect, test } from 'vitest';
import { MAX_MAILTO_LENGTH, mailtoUrl } from './mailto-url.ts';

const empty = { to: 'help@example.com', name: '', email: '', subject: '', message: '' };

test.each([
  [{ subject: '  ', message: '\n' }, 'help@example.com'],
  [{ subject: 'a b' }, 'help@example.com?subject=a%20b'],
  // The message, and under it who wrote it.
  [
    { name: 'Ada', email: 'ada@example.org', subject: 'Hi', message: 'Yes' },
    'help@example.com?subject=Hi&body=Yes%0D%0A%0D%0AAda%0D%0Aada%40example.org',
  ],
  // A line break is a CRLF, and cannot begin another header.
  [{ message: 'one\r\ntwo' }, 'help@example.com?body=one%0D%0Atwo'],
  [{ message: 'one\rtwo' }, 'help@example.com?body=one%0D%0Atwo'],
  [{ subject: 'Hi\r\nBcc: all@a.de' }, 'help@example.com?subject=Hi%20Bcc%3A%20all%40a.de'],
  // Half of an emoji.
  [{ message: '\ud83c cut' }, 'help@example.com?body=%EF%BF%BD%20cut'],
  [{ to: 'help+site&co@example.com' }, 'help%2Bsite%26co@example.com'],
])('%j becomes mailto:%s', (message, url) => {
  expect(mailtoUrl({ ...empty, ...message })).toBe(`mailto:${url}`);
});

test.each([
  ['what separates fields', 'a & b = c? #1'],
  ['plus and percent', '1 + 1 = 100 % + %20'],
  ['quotes', `"double" 'single' „low“`],
  ['emoji', 'voilà 🎬👩‍🎤'],
  ['what looks like another header', 'x&bcc=all@example.com'],
  ['5,000 characters, too long to hand over,', 'Müller & Söhne '.repeat(334).trim()],
])('%s arrive as they were typed', (_, text) => {
  const url = mailtoUrl({ ...empty, subject: text, message: text });
  expect(url.length > MAX_MAILTO_LENGTH).toBe(text.length > 1_000);
  expect(url).toMatch(/^[\x21-\x7e]+$/);
  expect(url).not.toContain('+');
  // What a mail program reads: RFC 6068 knows percent-encoding and nothing else.
  const [address, ...fields] = url.split(/[?&]/).map(decodeURIComponent);
  expect(address).toBe('mailto:help@example.com');
  expect(fields).toEqual([`subject=${text}`, `body=${text}`]);
});
