import { expect, test } from 'vitest';
import { problemText, signupFormSchema } from './signups.ts';

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

test('each rule reports its code', () => {
  expect(messages('notifyme', { name: '  ', email: '' })).toEqual([
    ['name', 'nameRequired'],
    ['email', 'emailRequired'],
  ]);
  for (const email of ['anna', 'anna@example', '@example.org', 'a b@example.org', 'a@b@c.de']) {
    expect(messages('notifyme', { email })).toEqual([['email', 'emailInvalid']]);
  }
});

test('the use case is required on the beta tab only', () => {
  expect(messages('notifyme', {})).toEqual([]);
  expect(messages('beta', {})).toEqual([['useCase', 'useCaseRequired']]);
  expect(messages('beta', { useCase: 'x' })).toEqual([]);
});

test('characters are counted as the database counts them', () => {
  expect(messages('notifyme', { name: '🎬'.repeat(200) })).toEqual([]);
  expect(messages('notifyme', { name: '🎬'.repeat(201) })).toEqual([['name', 'tooLong:200']]);
});

test('a code becomes the message of the page’s language', () => {
  const problems = {
    nameRequired: 'a',
    emailRequired: 'b',
    emailInvalid: 'c',
    useCaseRequired: 'd',
    tooLong: (max: number) => `at most ${max}`,
  };
  expect(problemText('emailInvalid', problems)).toBe('c');
  expect(problemText('tooLong:200', problems)).toBe('at most 200');
});
