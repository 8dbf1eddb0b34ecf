import { expect, test } from 'vitest';
import { slackText } from './slack-text.ts';

const textOf = (type: string, data: Record<string, unknown>) =>
  slackText('Dubkit', { type, timestamp: '2026-03-14T12:00:00.000Z', data });

test('a digest keeps its lines, and names the site once', () => {
  const summary = 'Dubkit: the week\n\nSignups: 3\nNotes\n2026-03-09 09:00: *bold*';
  expect(textOf('digest', { summary }).split('\n')).toEqual([
    'Dubkit: the week',
    '',
    'Signups: 3',
    'Notes',
    '2026-03-09 09:00: \u200b*bold\u200b*',
  ]);
});

test('a text that is too long is cut between two characters, and says so', () => {
  for (const before of ['', 'a']) {
    const text = textOf('signup.created', { use_case: before + '😀'.repeat(2_000) });
    expect(text).toMatch(/😀…$/u);
    expect(text.length).toBeLessThan(2_000);
  }
});

test('an address can be copied, and no mention comes of what people write', () => {
  const email = 'jane_m.doe@a-b.example';
  expect(textOf('signup.created', { email })).toContain(`Address: ${email}`);
  const name = '@channel x@everyone _a_ (@jane)';
  expect(textOf('signup.created', { name })).toContain(
    'Name: @\u200bchannel x@\u200beveryone \u200b_a\u200b_ (@\u200bjane)',
  );
});

test('people cannot show a link or an image behind other words', () => {
  const name = '![x](https://evil.example/) [news](https://evil.example/)';
  expect(textOf('signup.created', { name })).not.toContain('](');
});

test('signups that were only counted are told as a number', () => {
  expect(textOf('signup.created', { count: 57 })).toBe('*Dubkit* …and 57 more signed up.');
  expect(textOf('signup.left', { count: 57 })).toBe('*Dubkit* …and 57 more left.');
});

test('the id says whose message to delete when somebody has left', () => {
  const id = '0195a000-0000-7000-8000-000000000001';
  for (const type of ['signup.created', 'signup.left']) {
    expect(textOf(type, { id })).toContain(`Id: ${id}`);
  }
});

test('our own words can be copied, and the digest links to the console', () => {
  const advice = 'npm run alerts -- silence little_space; see `status`';
  expect(textOf('alert.raised', { text: 'x', advice })).toContain(`What to do: ${advice}`);
  const summary = 'Dubkit: the week\nx: https://evil.example\nhttps://dubkit.example/growth';
  const [, note, address] = textOf('digest', { summary }).split('\n');
  expect(note).not.toContain('://');
  expect(address).toBe('https://dubkit.example/growth');
});
