import { expect, onTestFinished, test, vi } from 'vitest';
import { grantOnPage, newId, postJson } from '../testing/data/visitor.ts';
import { openPosthogStandIn } from '../testing/programs/posthog-stand-in.ts';
import { createSite, startListening } from '../testing/sites/server-process.ts';

const TIMEOUT = 60_000;
const JANE = '0195a000-0000-7000-8000-00000000000a';
const SOON = { timeout: 20_000, interval: 20 };

async function openPosthog() {
  const posthog = await openPosthogStandIn();
  onTestFinished(() => posthog.close());
  return { posthog, env: { POSTHOG_KEY: posthog.apiKey, POSTHOG_HOST: posthog.url } };
}

async function sendEvent(url: string) {
  const id = newId();
  const at = new Date().toISOString();
  const event = { id, name: 'scroll', timestamp: at, properties: { percent_scrolled: 25 } };
  const envelope = { consentId: JANE, sessionId: JANE, sentAt: at, events: [event] };
  expect((await postJson(`${url}/api/events`, envelope)).status).toBe(200);
  return id;
}

async function relayState(url: string) {
  const answer = await fetch(`${url}/readyz`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { relay: { state: string } }).relay.state;
}

test(
  'across restarts, a PostHog gets only events under a text that named it',
  async () => {
    const { root } = await createSite();
    const first = await openPosthog();
    const second = await openPosthog();
    const sent: string[] = [];
    for (const env of [{}, first.env, second.env]) {
      const { url, child, exited, output } = await startListening(root, env);
      await grantOnPage(url, JANE);
      sent.push(await sendEvent(url));
      const { posthog } = env === second.env ? second : first;
      if (env !== first.env && env !== second.env) expect(await relayState(url)).toBe('off');
      else await vi.waitFor(() => expect(posthog.takenIds()).toContain(sent.at(-1)), SOON);
      child.kill('SIGTERM');
      expect(await exited).toBe(0);
      expect(output.stderr).toBe('');
    }
    expect(first.posthog.takenIds()).toEqual([sent[1]]);
    expect(second.posthog.takenIds()).toEqual([sent[2]]);
    expect([...first.posthog.faults, ...second.posthog.faults]).toEqual([]);
  },
  TIMEOUT,
);

test(
  'events that waited at kill -9 are delivered after the next start, and SIGTERM does not wait for a hanging PostHog',
  async () => {
    const { root } = await createSite();
    const { posthog, env } = await openPosthog();
    posthog.rules.behaviour = { kind: 'hangs' };
    const { url, child, exited } = await startListening(root, env);
    await grantOnPage(url, JANE);
    const id = await sendEvent(url);
    await vi.waitFor(() => expect(posthog.requests).toHaveLength(1), SOON);
    child.kill('SIGKILL');
    await exited;

    const again = await startListening(root, env);
    await vi.waitFor(() => expect(posthog.requests).toHaveLength(2), SOON);
    expect(await relayState(again.url)).toBe('delivering');
    again.child.kill('SIGTERM');
    expect(await again.exited).toBe(0);

    posthog.rules.behaviour = { kind: 'takes' };
    await startListening(root, env);
    await vi.waitFor(() => expect(posthog.takenIds()).toEqual([id]), SOON);
  },
  TIMEOUT,
);
