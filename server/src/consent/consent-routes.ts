import { type Context, Hono } from 'hono';
import { CONSENT_COOKIE, MAX_CONSENT_BODY_BYTES } from '#shared/limits';
import type { ClientCounts } from '../counts/count-clients.ts';
import { type Bodies, isJson } from '../edge/body/bodies.ts';
import type { ClientOf, IsHttps } from '../edge/client-address.ts';
import { methods } from '../edge/methods.ts';
import { invalidRequest, notJson, refuseBody, retryAfter } from '../edge/problem.ts';
import { tooManyRequests } from '../edge/rate-limit.ts';
import { isGpc } from '../edge/read-sender.ts';
import { requestCookies } from '../lib/request-cookie.ts';
import type { World } from '../lib/world.ts';
import { cookieWith, reissueCookie } from './read-consent-cookie.ts';
import type { Decide } from './record-consent.ts';

export interface ConsentRouteDeps extends Pick<World, 'now'> {
  decide: Decide;
  bodies: Bodies;
  isHttps: IsHttps;
  clientOf: ClientOf;
  clientCounts: Pick<ClientCounts, 'count'>;
}

export function consentRoutes(deps: ConsentRouteDeps) {
  const { decide, bodies, isHttps, clientOf, clientCounts, now } = deps;
  const app = new Hono();
  methods(app, '/', {
    post: (c) => {
      if (!isJson(c.req.header('content-type') ?? '')) return notJson(c);
      return bodies.json(c, MAX_CONSENT_BODY_BYTES, (body) =>
        body.ok ? answer(c, body.json) : refuseBody(c, body.why, MAX_CONSENT_BODY_BYTES),
      );
    },
  });

  async function answer(c: Context, json: unknown) {
    const gpc = isGpc(c.req.header('sec-gpc'));
    const result = await decide(json, { gpc, client: clientOf(c) });
    if (result.outcome === 'invalid') return invalidRequest(c, result.issues);

    if (result.outcome === 'over_budget') {
      retryAfter(c, result.retrySeconds);
      return tooManyRequests(429)(c, result.retrySeconds);
    }
    const { told, decidedAt, recordedAt, superseded } = result;
    if (told.analytics) clientCounts.count(clientOf(c), 'agreed');
    else if (told.consentId === null) clientCounts.count(clientOf(c), 'refused');
    const cookie = cookieWith(requestCookies(c.req.header('cookie'), CONSENT_COOKIE), told);
    // A grant against Global Privacy Control is not valid, so its cookie is not renewed either.
    const isInForce = !superseded && !(gpc && told.analytics);
    if (cookie && isInForce) {
      const reissued = reissueCookie(cookie, { decidedAt, now: now(), secure: isHttps(c) });
      if (reissued) c.header('Set-Cookie', reissued);
    }
    return c.json({ recordedAt: new Date(recordedAt).toISOString() }, 201);
  }
  return app;
}
