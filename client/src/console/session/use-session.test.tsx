// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/growth"}
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type SessionControls, useSession } from './use-session.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const HOUR = { signedIn: true, access: 'people' as const, secondsLeft: 3_600 };

/** A signed-in tab; each sign-out waits until the test answers it. */
async function openTab() {
  const signOuts: ((response: Response) => void)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) =>
    init?.method === 'DELETE'
      ? new Promise((resolve) => signOuts.push(resolve))
      : Promise.resolve(Response.json(HOUR)),
  );
  const current = {} as { controls: SessionControls };
  function Tab() {
    current.controls = useSession();
    return null;
  }
  const root = createRoot(document.createElement('div'));
  onTestFinished(async () => {
    await act(() => root.unmount());
    vi.restoreAllMocks();
  });
  await act(async () => root.render(<Tab />));
  const state = () => current.controls.session;
  await vi.waitFor(() => expect(state().state).toBe('signed_in'));
  return {
    state,
    signIn: () => act(async () => current.controls.signedIn(HOUR)),
    signOut: () => act(async () => void current.controls.signOut()),
    answer: (index: number, status: number) =>
      act(async () => signOuts[index]?.(Response.json({}, { status }))),
  };
}

test('a sign-out that the server did not confirm is reported', async () => {
  const { state, signOut, answer } = await openTab();
  await signOut();
  expect(state()).toEqual({ state: 'signed_out', why: null });
  await answer(0, 503);
  expect(state()).toEqual({ state: 'signed_out', why: 'unsure' });
});

test('of two sign-outs the later one counts: a late failure of the first is ignored', async () => {
  const { state, signIn, signOut, answer } = await openTab();
  await signOut();
  await signIn();
  await signOut();
  await answer(1, 200);
  await answer(0, 503);
  expect(state()).toEqual({ state: 'signed_out', why: null });
});

test('a sign-out that fails late does not end a session that has started since', async () => {
  const { state, signIn, signOut, answer } = await openTab();
  await signOut();
  await signIn();
  await answer(0, 503);
  expect(state().state).toBe('signed_in');
});

test('a browser that refuses the channel between tabs signs in and out all the same', async () => {
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { state, signOut, answer } = await openTab();
  await signOut();
  await answer(0, 200);
  expect(state()).toEqual({ state: 'signed_out', why: null });
});
