// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/growth"}
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import '../people/passkey.ts'; // so that the form has it at once
import { isSure } from '../ui/confirm-dialog.tsx';
import { SignIn } from './sign-in.tsx';

const WAYS = { passkeys: true, tokens: true };

test.each([
  [429, { 'Retry-After': '7' }, 'Too many attempts. Please wait 7 s.'],
  [503, {}, 'The server cannot be reached. Please try again.'],
  [400, {}, 'No passkey was accepted.'],
])(
  'a sign-in with a passkey that is answered %i says what is so',
  async (status, headers, text) => {
    vi.stubGlobal('fetch', async () => Response.json({ code: 'x' }, { status, headers }));
    const { place, render, press } = openPlace();
    await render(<SignIn brand="Zeta" why={null} ways={WAYS} onSignedIn={() => {}} />);
    await press('Sign in with a passkey');
    await act(() => vi.waitFor(() => expect(place.textContent).toContain(text)));
  },
);

test('a question that is open when the session ends is gone, and nothing is done', async () => {
  const answered = vi.fn<(isSure: boolean) => void>();
  await act(async () => void isSure('Delete', 'Delete the data of Ada?').then(answered));
  await vi.waitFor(() => expect(document.querySelector('dialog')?.open).toBe(true));
  const { render } = openPlace();
  await render(<SignIn brand="Zeta" why="ended" ways={WAYS} onSignedIn={() => {}} />);
  await vi.waitFor(() => expect(answered).toHaveBeenCalledWith(false));
  expect(document.body.textContent).not.toContain('Ada');
});

test('once somebody has a passkey, an open form asks for one', async () => {
  const { place, render } = openPlace();
  const form = (passkeys: boolean) => (
    <SignIn brand="Zeta" why={null} ways={{ ...WAYS, passkeys }} onSignedIn={() => {}} />
  );
  await render(form(false));
  expect(place.textContent).toContain('Token');
  await render(form(true));
  expect(place.textContent).toContain('Sign in with a passkey');
});
