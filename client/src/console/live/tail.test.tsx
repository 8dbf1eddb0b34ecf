// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { TailReport } from '#shared/growth';
import { openPlace } from '../../testing/open-place.tsx';
import { liveWords } from '../words/console-messages.ts';
import { Tail } from './tail.tsx';

const words = liveWords.tail;

test('while it is paused, it does not say that it is still trying', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  const { place, press, render } = openPlace();
  await render(<Tail zone="UTC" onSummary={() => {}} />);
  await vi.waitFor(() => expect(place.textContent).toContain(words.lost));
  await press(words.pause);
  expect(place.textContent).toContain(words.paused);
});

test('an event says on which page and device it was, in which language', async () => {
  const event = {
    ...{ seq: 1, name: 'scroll', properties: { percent_scrolled: 50 }, visitor: '00000a' },
    ...{ occurredAt: '2026-03-14T12:00:00.000Z', source: null, referrerHost: null },
    ...{ path: '/', viewport: 'small', language: 'de' },
  };
  const report: TailReport = { summary: '', events: [event, { ...event, seq: 2, viewport: null }] };
  vi.stubGlobal('fetch', async () => Response.json(report));
  const { place, render } = openPlace();
  await render(<Tail zone="UTC" onSummary={() => {}} />);
  const cells = () => [...place.querySelectorAll('td:nth-child(3)')].map((td) => td.textContent);
  await vi.waitFor(() => expect(cells().sort()).toEqual(['/ · Phones · de', '/ · de']));
});
