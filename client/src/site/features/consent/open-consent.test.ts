// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/"}
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { testPageData } from '../../test-data.ts';
import { openConsent } from './open-consent.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Behaves like Firefox while it blocks all cookies. */
const denied = () => new DOMException('The operation is insecure.', 'SecurityError');

test('a visitor whose browser blocks cookies, channels and locks is asked, and the refusal is sent', async () => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw denied();
      }
    },
  );
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(denied()) } });
  const told = vi.fn(async () => new Response(null, { status: 201 }));
  vi.stubGlobal('fetch', told);
  const consent = openConsent(testPageData());
  consent.decide(false, 'banner');
  expect(consent.get().status).toBe('refused');
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
});

test('a decision whose request stays unanswered is sent again', async () => {
  vi.useFakeTimers();
  let told = 0;
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    told += 1;
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason)),
    );
  });
  const consent = openConsent(testPageData());
  consent.decide(true, 'banner');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toBe(2);
  expect(consent.recordedId()).toBeNull();
});

test('a newer decision aborts the previous request, so that its late Set-Cookie has no effect', async () => {
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
