// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/growth"}
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { useSession } from './use-session.ts';

const HOUR = { signedIn: true, access: 'people' as const, secondsLeft: 3_600 };
const SIGNED_OUT = { state: 'signed_out', why: null };

/** A signed-in tab; each sign-out waits until the test answers it. */
async function openTab() {
  const signOuts: ((response: Response) => void)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) =>
    init?.method === 'DELETE'
      ? new Promise((resolve) => signOuts.push(resolve))
      : Promise.resolve(Response.json(HOUR)),
  );
  const tab = await openPlace().renderHook(useSession);
  const state = () => tab.current.session;
  await vi.waitFor(() => expect(state().state).toBe('signed_in'));
  return {
    state,
    comeBack: () => act(async () => void document.dispatchEvent(new Event('visibilitychange'))),
    signIn: () => act(async () => tab.current.signedIn(HOUR)),
    signOut: () => act(async () => void tab.current.signOut()),
    answer: (index: number, status: number) =>
      act(async () => signOuts[index]?.(Response.json({}, { status }))),
  };
}

test('a sign-out that the server did not confirm is reported, but not once a later session has started', async () => {
  const { state, comeBack, signIn, signOut, answer } = await openTab();
  await signOut();
  await signIn();
  await signOut();
  await signIn();
  await answer(0, 503);
  expect(state().state).toBe('signed_in');
  await signOut();
  await answer(2, 200);
  await answer(1, 503);
  expect(state()).toEqual(SIGNED_OUT);
  await signIn();
  await signOut();
  await comeBack();
  expect(state()).toEqual(SIGNED_OUT);
  await answer(3, 503);
  await comeBack();
  expect(state()).toEqual({ ...SIGNED_OUT, why: 'unsure' });
});

test('a browser that refuses the channel between tabs signs in and out all the same', async () => {
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  const { state, signOut, answer } = await openTab();
  await signOut();
  await answer(0, 200);
  expect(state()).toEqual(SIGNED_OUT);
});
