// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/growth"}
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../testing/open-place.tsx';
import { ConsoleContext } from './console-data.ts';
import { ConsoleFrame } from './console-frame.tsx';
import { commonWords } from './words/console-messages.ts';

/** Opens the console for somebody who may see people. @param answer to whatever it asks */
async function openConsole(answer: (url: string) => Promise<Response>, onSignOut = () => {}) {
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation((url) => answer(String(url)));
  const page = openPlace();
  await page.render(
    <ConsoleContext value={{ siteUrl: '', sendsMail: false, languages: 'en', seesPeople: true }}>
      <ConsoleFrame brand="Zeta" takesFocus={false} onSignOut={onSignOut} />
    </ConsoleContext>,
  );
  return { ...page, asked };
}
const never = () => new Promise<Response>(() => {});

test('after an exception in a view, the other views and signing out still work', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const onSignOut = vi.fn();
  // Data that no view can draw, such as the answer of another server version.
  const { place, asked } = await openConsole(async () => Response.json({}), onSignOut);
  // The first use of a view's file takes a while here.
  await vi.waitFor(
    () => expect(place.querySelector('main')?.textContent).toContain(commonWords.viewFailed),
    { timeout: 20_000 },
  );
  expect(place.querySelectorAll('nav a')).toHaveLength(8);
  place.querySelector<HTMLElement>('header button')?.click();
  expect(onSignOut).toHaveBeenCalledOnce();
  for (const [url] of asked.mock.calls) expect(String(url)).toMatch(/^\/growth\/api\//);
});

test.each([['overview', '[name="range"]:not(:checked)']])(
  'in %s, an input shows a press at once, and the view asks for its figures later',
  async (view, selector) => {
    history.replaceState(null, '', `/growth?view=${view}&zone=UTC`);
    const { place, asked } = await openConsole(never);
    const input = place.querySelector<HTMLInputElement>(selector);
    asked.mockClear();
    await act(async () => {
      input?.click();
      await Promise.resolve();
      expect(input?.checked).toBe(true);
      expect(asked).not.toHaveBeenCalled();
    });
    expect(asked).toHaveBeenCalled();
  },
);

test('a note opens the days from it on beside those before', async () => {
  history.replaceState(null, '', '/growth?zone=UTC&compare=0');
  vi.stubGlobal('scrollTo', () => {});
  const note = { id: '1', at: '2026-03-14T00:00:00.000Z', kind: 'note', text: 'New headline' };
  const signups = { notifyme: 1, beta: 0 };
  const counts = { signups, confirmed: signups, pages: 1, grants: 0, refusals: 0, withdrawals: 0 };
  const figures = {
    ...{ summary: '', unit: 'day', unfinished: null, pages: [] },
    buckets: [{ from: note.at, ...counts }],
  };
  const { button, press } = await openConsole(async (url) => {
    if (url.includes('/notes')) return Response.json({ notes: [note] });
    return url.includes('/figures') ? Response.json(figures) : never();
  });
  await vi.waitFor(() => expect(button(commonWords.chart.compare)).toBeDefined());
  await press(commonWords.chart.compare);
  expect(document.activeElement?.tagName).toBe('MAIN');
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
    ...{ zone: 'UTC', from: '2026-03-14', to: '2026-03-27' },
  });
});

test('after a filter was removed, the focus moves to the next one, and after the last one to the view', async () => {
  const filters = '&filter=utm_medium:email&filter=utm_source:google&filter=utm_campaign:spring';
  history.replaceState(null, '', `/growth?view=traffic&zone=UTC${filters}`);
  const { press } = await openConsole(never);
  const focuses = (next: string) =>
    vi.waitFor(() => expect(document.activeElement?.textContent).toMatch(new RegExp(`${next} ×$`)));
  await press('google');
  await focuses('spring');
  await press('spring');
  await focuses('email');
  await press('email');
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'));
});

test('the page says that it left out an unknown filter, also beside one that holds', async () => {
  history.replaceState(null, '', '/growth?filter=channel:email&filter=device:phone&zone=UTC');
  const { alert } = await openConsole(never);
  expect(alert()).toBe(
    '“device:phone” in the address is no filter. You see the figures without it instead.',
  );
});
