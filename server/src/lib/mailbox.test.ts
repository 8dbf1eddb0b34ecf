import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  ['jane+a+b@example.org', 'jane@example.org'],
  ['Ja.N.e+x@GoogleMail.com', 'jane@gmail.com'],
  ['ja.ne@example.org', 'ja.ne@example.org'],
  ['j.o-e_x@pm.me', 'joex@proton.me'],
  ['a-b.c@ya.ru', 'abc@yandex.ru'],
  ['joe@mac.com', 'joe@icloud.com'],
  ['joe-shop@yahoo.com', 'joe@yahoo.com'],
  ['shop@Joe.fastmail.com', 'joe@fastmail.com'],
  ['any@joe.mozmail.com', 'joe@mozmail.com'],
  ['j.o.e@hey.com', 'joe@hey.com'],
  ['+jane@example.org', '+jane@example.org'],
])('the mailbox of %j is %j', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
