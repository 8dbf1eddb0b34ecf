import { expect, test } from 'vitest';
import { newId, newRequest, signup } from '../store/testing/store-contract-data.ts';
import { EVERYBODY } from '../store/testing/store-contract-list.ts';
import { openSendingSite } from '../testing/sites/sending-site.ts';
import { NOON } from '../testing/test-app.ts';
import { fillIn } from './fill-in.ts';

const words = { subject: '{name}: {code}', text: 'Hello {name}!', link: null };

test.each(['{code}', '{name}', '$& $1', '{{name}}', '%7Bcode%7D'])(
  'a name %j stays as it is written, and is no placeholder',
  (name) => {
    const filled = fillIn(words, { name, code: 'C' });
    expect(filled).toEqual({ subject: `${name}: C`, text: `Hello ${name}!`, link: null });
  },
);

test('a code stands in an address, and a missing name leaves no blank', () => {
  const link = { label: '{code}', url: 'https://a.example/?c={code}&d=%7Bcode%7D' };
  expect(fillIn({ ...words, link }, { name: '', code: 'C' })).toEqual({
    ...{ subject: ': C', text: 'Hello!' },
    link: { label: '{code}', url: 'https://a.example/?c=C&d=C' },
  });
});

test('no name in the subject of a mailing adds a header or a recipient', async () => {
  const { store, mail, received } = await openSendingSite();
  const names = ['Ada\r\nBcc: x@y.example', '=?utf-8?q?Ada=0ABcc:x?=', 'Ada\u2028Bcc: x', '{name}'];
  for (const [index, name] of names.entries()) {
    const request = newRequest();
    await store.insertSignup(signup({ email: `p${index}@a.example`, name }), request);
    await store.confirmSignup(request.token, NOON);
  }
  const [mailingId, at] = [newId(), NOON];
  await store.saveMailing({
    id: mailingId,
    content: { audience: EVERYBODY, words: { en: words } },
    at,
  });
  const messageIds = names.map(() => newId());
  await store.addRecipients({ mailingId, after: null, limit: 9, messageIds, at });
  await store.startMailing(mailingId, names.length, at);
  mail.wake();
  const mailbox = await received(names.length);
  for (const { raw } of mailbox) {
    const [head = ''] = raw.split('\r\n\r\n');
    expect(head.match(/^[\w-]+(?=:)/gm)?.filter((header) => /cc$/i.test(header))).toEqual([]);
    expect(head.match(/^(To|Subject):/gm)).toHaveLength(2);
  }
});
