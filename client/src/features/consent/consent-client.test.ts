// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { testPageData } from '../../test-data.ts';
import { openConsent } from './consent-client.ts';

afterEach(() => vi.unstubAllGlobals());

/** What Firefox does while it blocks all cookies. */
const denied = () => new DOMException('The operation is insecure.', 'SecurityError');

test('a browser that denies channels and locks with its cookies is asked, and its refusal is told', async () => {
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
