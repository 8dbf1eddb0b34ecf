// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { usePolled } from './use-polled.ts';

test('a report that has nothing to ask yet looks again and again', async () => {
  const { render } = openPlace();
  vi.useFakeTimers();
  let looks = 0;
  function Polled() {
    usePolled(null, 30_000);
    looks += 1;
    return null;
  }
  await render(<Polled />);
  for (let minute = 1; minute <= 3; minute += 1) {
    const before = looks;
    act(() => void vi.advanceTimersByTime(60_000));
    expect(looks).toBeGreaterThan(before);
  }
});
