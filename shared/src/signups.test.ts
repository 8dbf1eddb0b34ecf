import { expect, test } from 'vitest';
import { problemText, type SignupType, signupFormSchema } from './signups.ts';

const filled = { name: ' Anna ', email: ' anna@example.org ', youtubeChannel: '', useCase: '' };

test('values of a valid form are trimmed', () => {
  const { name, email } = signupFormSchema('notifyme').parse(filled);
  expect([name, email]).toEqual(['Anna', 'anna@example.org']);
});

test.each<[SignupType, object, string[]]>([
  ['notifyme', { name: '  ', email: '' }, ['name nameRequired', 'email emailRequired']],
  ['notifyme', { email: 'anna@example' }, ['email emailInvalid']],
  ['notifyme', {}, []],
  ['beta', {}, ['useCase useCaseRequired']],
  ['beta', { useCase: 'x' }, []],
  // Counted as the database counts them.
  ['notifyme', { name: '🎬'.repeat(200) }, []],
  ['notifyme', { name: '🎬'.repeat(201) }, ['name tooLong:200']],
])('on the tab %s %j has the problems %j', (type, form, problems) => {
  const { error } = signupFormSchema(type).safeParse({ ...filled, ...form });
  const found = error?.issues.map(({ path, message }) => `${String(path[0])} ${message}`) ?? [];
  expect(found).toEqual(problems);
});

test('a code becomes the message of the page’s language', () => {
  const required = { nameRequired: 'a', emailRequired: 'b', useCaseRequired: 'd' };
  const problems = { ...required, emailInvalid: 'c', tooLong: (max: number) => `at most ${max}` };
  expect(problemText('emailInvalid', problems)).toBe('c');
  expect(problemText('tooLong:200', problems)).toBe('at most 200');
});
