import { Hono } from 'hono';
import { methods } from '../edge/methods.ts';
import { within } from '../lib/within.ts';
import type { World } from '../lib/world.ts';
import type { ProgramVersion } from '../settings/program-version.ts';
import type { TeamStore } from '../team/team.sql.ts';
import { problemsOfAlerts, problemsOfRun, type RunDeps } from './problems.ts';

const FRESH = { 'Cache-Control': 'no-store' };

export interface HealthRouteDeps extends Pick<World, 'now'>, RunDeps {
  store: RunDeps['store'] & Pick<TeamStore, 'readAlerts'>;
  program: ProgramVersion;
}

/** `/readyz` is public and writes, so its answer is cached for this time. */
const KEPT_MS = 1_000;

/**
 * `/healthz`: the process is running, and of which version it is. `/readyz`: acknowledged data would be stored. Its reasons
 * also name problems that do not prevent that yet: events that cannot be delivered to PostHog wait here, and a nearly full
 * disk is not full. A 503 for those would take down a site whose pages need neither.
 */
export function healthRoutes({ now, ...deps }: HealthRouteDeps) {
  const { store, relay, program } = deps;
  const app = new Hono();
  const look = keptFor(KEPT_MS, now, async () => {
    const problems = await problemsOfRun(deps);
    const refusal = problems.find(({ code }) => code === 'not_writable')?.text ?? null;
    if (refusal === null) problems.push(...(await problemsOfAlerts(store, now())));
    return {
      refusal,
      reasons: problems.map(({ text }) => text),
      relay: describe(relay),
    };
  });
  methods(app, '/healthz', { get: (c) => c.json({ status: 'ok', ...program }, 200, FRESH) });
  methods(app, '/readyz', {
    get: async (c) => {
      const { refusal, ...state } = await look();
      return refusal === null
        ? c.json({ status: 'ready', ...state }, 200, FRESH)
        : c.json(
            { status: 'not_ready', code: 'store_unavailable', message: refusal, ...state },
            503,
            FRESH,
          );
    },
  });
  return app;
}

/** Returns a function that calls `look` and caches its result for a while. Calls during a running `look` share it. */
function keptFor<T>(ms: number, now: () => number, look: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  /** Null while `look` is running. */
  let foundAt: number | null = null;
  return () => {
    if (kept === null || (foundAt !== null && !within(now(), foundAt, ms))) {
      foundAt = null;
      kept = look().finally(() => {
        foundAt = now();
      });
    }
    return kept;
  };
}

function describe(relay: HealthRouteDeps['relay']) {
  if (!relay) return { state: 'off', reason: 'POSTHOG_KEY is not set' };
  const { state, reason, failingSince, nextAttemptAt } = relay.status();
  if (state !== 'failing') return { state };
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  return { state, reason, failingSince: iso(failingSince), nextAttemptAt: iso(nextAttemptAt) };
}
