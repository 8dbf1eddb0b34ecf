// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { usePolled } from './use-polled.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test('a report that has nothing to ask yet looks again and again', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let looks = 0;
  function Polled() {
    usePolled(null, 30_000);
    looks += 1;
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Polled />));
  const first = looks;
  for (const minute of [1, 2, 3]) {
    act(() => void vi.advanceTimersByTime(60_000));
    expect(looks).toBeGreaterThanOrEqual(first + minute);
  }
  act(() => root.unmount());
});
