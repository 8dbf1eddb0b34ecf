import { expect, test } from 'vitest';
import { slackText } from './slack-text.ts';

const textOf = (type: string, data: Record<string, unknown>) =>
  slackText('Dubkit', { type, timestamp: '2026-03-14T12:00:00.000Z', data });

test('a digest keeps its lines, and names the site once', () => {
  const summary = 'Dubkit: the week\n\nSignups: 3\nNotes\n2026-03-09 09:00: *bold*';
  expect(textOf('digest', { summary })).toBe(summary.replaceAll('*', '\u200b*'));
});

test('a text that is too long is cut between two characters, and says so', () => {
  for (const before of ['', 'a']) {
    const text = textOf('signup.created', { use_case: before + '😀'.repeat(2_000) });
    expect(text).toMatch(/😀…$/u);
    expect(text.length).toBeLessThan(2_000);
  }
});

test.each([
  ['jane_m.doe@a-b.example', 'jane_m.doe@a-b.example'], // an address can be copied
  [
    '@channel x@everyone _a_ (@jane)',
    '@\u200bchannel x@\u200beveryone \u200b_a\u200b_ (@\u200bjane)',
  ],
  ['<!channel> *Jane* & `x`', '&lt;!channel&gt; \u200b*Jane\u200b* &amp; \u200b`x\u200b`'],
  ['two\nlines', 'two lines'],
  ['![x](https://a.example/)', '![x]\u200b(https:\u200b//a.example/)'],
  ['www.a.example', 'www\u200b.a.example'],
])('no mark-up, link or mention comes of %j', (words, shown) => {
  for (const [key, label] of [
    ['name', 'Name'],
    ['email', 'Address'],
  ] as const) {
    const text = textOf('signup.created', { [key]: words });
    expect(text).toBe(`*Dubkit* Somebody signed up to be notified.\n${label}: ${shown}`);
  }
});

test.each([
  ['signup.created', { count: 57 }, '*Dubkit* …and 57 more signed up.'],
  ['signup.left', { count: 57 }, '*Dubkit* …and 57 more left.'],
  // The id says whose message to delete when somebody has left.
  ['signup.left', { id: 'an-id' }, expect.stringContaining('\nId: an-id')],
  // Our own words can be copied.
  [
    'alert.raised',
    { text: 'x', advice: 'run `a_b`; see _' },
    expect.stringContaining(': run `a_b`; see _'),
  ],
])('%s with %j is told as %j', (type, data, text) => {
  expect(textOf(type, data)).toEqual(text);
});

test('the digest links to the console, and to nothing that people write', () => {
  const summary = 'Dubkit: the week\nx: https://evil.example\nhttps://dubkit.example/growth';
  const [, note, address] = textOf('digest', { summary }).split('\n');
  expect(note).not.toContain('://');
  expect(address).toBe('https://dubkit.example/growth');
});
