import { expect, onTestFinished, test, vi } from 'vitest';
import { submitSignup } from './submit-signup.ts';

const form = { name: 'Ann', email: 'ann@example.org', youtubeChannel: '', useCase: '' };

test.each([
  [201, '', 'success'],
  [409, '{"code":"23505","message":"duplicate key value"}', 'duplicate'],
  [400, '{"code":"23514"}', 'error'],
  [409, '{"code":23505}', 'error'],
  [409, 'null', 'error'],
  [502, '<html>Bad gateway</html>', 'error'],
])('an answer of %i with %s is %s', async (status, body, outcome) => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status }));
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await submitSignup('notifyme', form, 'key')).toBe(outcome);
});
