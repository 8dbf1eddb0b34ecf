// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/growth?zone=UTC"}
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../testing/open-place.tsx';
import { Console } from './console-view.tsx';
import { keep, readKept } from './session/kept.ts';

test('signing out deletes what was typed from this browser, and asks first where that is more than a name', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    asked.push(`${method} ${url}`);
    if (!url.endsWith('session')) return new Promise(() => {});
    return Response.json({ signedIn: true, access: 'people', secondsLeft: 3_600 });
  });
  const { place, render, press, answerBy, button } = openPlace();
  await render(<Console brand="Zeta" siteUrl="" sendsMail languages="en" />);
  await vi.waitFor(() => expect(button('Sign out')).toBeDefined());
  await act(async () => keep('note', { text: 'Launch', day: '' }));
  await press('Sign out');
  expect(await answerBy('Cancel')).toMatch(/^Sign out\? What you have not saved/);
  expect(asked).not.toContain('DELETE /growth/api/session');
  expect(readKept('note')).not.toBeNull();
  await act(async () => {
    keep('note', { text: '', day: '' });
    keep('own/name', 'Ada');
  });
  await press('Sign out');
  expect(asked).toContain('DELETE /growth/api/session');
  expect(place.textContent).toContain('Sign in');
  expect(localStorage).toHaveLength(0);
});
