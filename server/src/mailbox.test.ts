import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  ['jane+a+b@example.org', 'jane@example.org'],
  ['Ja.N.e+x@GoogleMail.com', 'jane@gmail.com'],
  ['ja.ne@example.org', 'ja.ne@example.org'],
  ['+jane@example.org', '+jane@example.org'],
])('the mailbox of %j is %j', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
