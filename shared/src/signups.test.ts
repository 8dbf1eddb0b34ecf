import { expect, test } from 'vitest';
import { signupFormSchema } from './signups.ts';

const filled = { name: ' Anna ', email: ' anna@example.org ', youtubeChannel: '', useCase: '' };

const messages = (type: 'notifyme' | 'beta', form: object) =>
  signupFormSchema(type)
    .safeParse({ ...filled, ...form })
    .error?.issues.map(({ path, message }) => [path[0], message]) ?? [];

test('values of a valid form are trimmed', () => {
  expect(signupFormSchema('notifyme').parse(filled)).toMatchObject({
    name: 'Anna',
    email: 'anna@example.org',
  });
});

test("each rule has the specification's message", () => {
  expect(messages('notifyme', { name: '  ', email: '' })).toEqual([
    ['name', 'Please enter your full name'],
    ['email', 'Please enter your email address'],
  ]);
  for (const email of ['anna', 'anna@example', '@example.org', 'a b@example.org', 'a@b@c.de']) {
    expect(messages('notifyme', { email })).toEqual([
      ['email', 'Please enter a valid email address'],
    ]);
  }
});

test('the use case is required on the beta tab only', () => {
  expect(messages('notifyme', {})).toEqual([]);
  expect(messages('beta', {})).toEqual([
    ['useCase', 'Please tell us about your use case and dubbing needs'],
  ]);
  expect(messages('beta', { useCase: 'x' })).toEqual([]);
});

test('characters are counted as the database counts them', () => {
  expect(messages('notifyme', { name: '🎬'.repeat(200) })).toEqual([]);
  expect(messages('notifyme', { name: '🎬'.repeat(201) })).toEqual([
    ['name', 'Please use at most 200 characters'],
  ]);
});
