// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { parseAddress } from '../address/view-address.ts';
import { liveWords } from '../words/console-messages.ts';
import { LiveView } from './live-view.tsx';

const words = liveWords.visits;

/** @param answers by route; without one, the server is gone */
async function openLive(answers: Record<string, object> = {}) {
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = answers[url.replace('/growth/api/', '')];
    return answer ? Response.json(answer) : new Response('', { status: 503 });
  });
  const opened = openPlace();
  const address = parseAddress('?view=live', 'UTC');
  await opened.render(<LiveView address={address} />);
  const shows = (text: string) =>
    act(() => vi.waitFor(() => expect(opened.place.textContent).toContain(text)));
  return { ...opened, shows };
}

test('while it is paused, it does not say that it is still trying', async () => {
  const { press, shows } = await openLive();
  await shows(words.lost);
  await press(words.pause);
  await shows(words.paused);
});

test('a visit is one line: its path, how long it took, where it came from and on which device', async () => {
  const did = (name: string, properties: object, second: number) => ({
    ...{
      seq: second,
      name,
      properties,
      visitor: '00a1b2',
      path: second < 70 ? '/de' : '/de/about',
    },
    occurredAt: new Date(Date.now() - 200_000 + second * 1000).toISOString(),
    ...{ source: 'newsletter', referrerHost: null, viewport: 'small', language: 'de' },
  });
  const events = [
    did('form_submit', { form_type: 'beta', event_label: 'success' }, 125),
    did('form_submit', { form_type: 'beta', event_label: 'error' }, 90),
    did('form_submit', { form_type: 'beta', event_label: 'error' }, 80),
    did('button_click', { button_name: 'Apply', click_location: 'hero' }, 70),
    did('scroll', { percent_scrolled: 50 }, 60),
    did('scroll', { percent_scrolled: 25 }, 30),
    did('section_view', { section_name: 'hero' }, 1),
  ];
  const { place, shows } = await openLive({ tail: { summary: 'One.', events } });
  await shows('newsletter\u00a0· Phone\u00a0· German');
  expect(place.querySelectorAll('ol > li')).toHaveLength(1);
  expect(place.querySelector('ol p')?.textContent).toBe(
    'top\u00a0→ scrolled 50\u00a0%\u00a0→ /de/about\u00a0→ “Apply” (Top)\u00a0→ form failed\u00a0→ signed\u00a0up, 2\u00a0min so far',
  );
  expect(place.querySelector('ol [data-state]')?.getAttribute('data-state')).toBe('done');
});

test('a page that links here is no source: a visit came from it', async () => {
  const event = {
    ...{ seq: 1, name: 'section_view', properties: { section_name: 'signup' }, visitor: 'a' },
    ...{ occurredAt: '2026-03-14T12:00:00Z', path: '/', source: null, viewport: null },
    ...{ referrerHost: 'www.google.com', language: null },
  };
  const { place, shows } = await openLive({ tail: { summary: 'One.', events: [event] } });
  await shows('google');
  expect(place.querySelector('ol p + span')?.textContent).toBe('from www.google.com');
});

test('visits that only scrolled are rows of one form, alone and together, and say when the latest began', async () => {
  vi.setSystemTime('2026-03-14T12:00:00Z');
  const seen = (visitor: string, clock: string, section: string, path = '/') => ({
    ...{ seq: Number(clock.replace(':', '')), name: 'section_view', visitor, path },
    occurredAt: `2026-03-14T${clock}:00Z`,
    properties: { section_name: section },
    ...{ source: 'newsletter', referrerHost: null, viewport: 'small', language: 'de' },
  });
  const events = [
    seen('d', '11:34', 'hero'),
    seen('c', '10:19', 'hero', '/privacy'),
    seen('b', '09:30', 'signup'),
    seen('a', '09:00', 'hero', '/privacy'),
  ];
  const { place, shows } = await openLive({ tail: { summary: 'Four.', events } });
  await shows('09:30');
  expect([...place.querySelectorAll('ol > li')].map((row) => row.textContent)).toEqual([
    '2 visits that only scrollednewsletter11:34',
    'signup section, under 1 minnewsletter\u00a0· Phone\u00a0· German09:30',
    '1 visit that only scrollednewsletter09:00',
  ]);
});
