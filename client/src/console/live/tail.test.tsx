// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
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
