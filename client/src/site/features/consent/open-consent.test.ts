// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/"}
import { expect, onTestFinished, test, vi } from 'vitest';
import { testPageData } from '../../test-data.ts';
import { openConsent } from './open-consent.ts';

test('a newer decision calls back the request of the one before, so that its late Set-Cookie counts for nothing', async () => {
  const requests: { analytics: boolean; signal: AbortSignal }[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
    const { signal, body } = init as { signal: AbortSignal; body: string };
    requests.push({ signal, analytics: JSON.parse(body).analytics });
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason)),
    );
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const store = openConsent(testPageData());
  store.decide(true, 'banner');
  store.decide(false, 'footer');
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(requests.map(({ analytics, signal }) => [analytics, signal.aborted])).toEqual([
    [true, true],
    [false, false],
  ]);
});
