import { expect, test } from 'vitest';
import { appOrigin } from './app-origin.ts';

test.each([
  ['https://eu.i.posthog.com', 'https://eu.posthog.com'],
  ['https://us.i.posthog.com', 'https://us.posthog.com'],
  ['https://eu.posthog.com', 'https://eu.posthog.com'],
  ['https://posthog.example.com', 'https://posthog.example.com'],
  ['https://eu.i.posthog.com.evil.example', 'https://eu.i.posthog.com.evil.example'],
  ['http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
])('events that go to %s are looked at in %s', (host, origin) => {
  expect(appOrigin(host)).toBe(origin);
});
