import { type Context, Hono } from 'hono';
import { CONSENT_COOKIE } from '#shared/limits';
import { readConsentId } from '../consent/read-consent-cookie.ts';
import { methods } from '../edge/methods.ts';
import { problem } from '../edge/problem.ts';
import { isGpc } from '../edge/read-sender.ts';
import { streamText } from '../edge/stream-text.ts';
import { requestCookies } from '../lib/request-cookie.ts';
import type { World } from '../lib/world.ts';
import type { MyDataService } from './my-data-service.ts';

export interface MyDataRouteDeps extends Pick<World, 'log' | 'now'> {
  myData: MyDataService;
}

const FRESH = { 'Cache-Control': 'no-store' };

/**
 * The id comes only from the consent cookie. An id in an address would get into histories and logs, and people could
 * send it to others. Anybody with the cookie has the browser.
 */
export function myDataRoutes({ myData, log, now }: MyDataRouteDeps) {
  const app = new Hono();
  const readId = (c: Context) => {
    const sent = requestCookies(c.req.header('cookie'), CONSENT_COOKIE);
    return readConsentId(sent, now());
  };
  methods(app, '/', {
    get: async (c) => {
      const consentId = readId(c);
      if (consentId === 'ambiguous') return refuse(c);
      if (consentId === null) return c.json({ consentId, consents: [], events: [] }, 200, FRESH);
      const headers = { ...FRESH, 'Content-Type': 'application/json' };
      return streamText(c, await myData.read(consentId), { log, headers });
    },
    delete: async (c) => {
      const consentId = readId(c);
      if (consentId === 'ambiguous') return refuse(c);
      const gpc = isGpc(c.req.header('sec-gpc'));
      const erasure = consentId === null ? { erasedEvents: 0 } : await myData.erase(consentId, gpc);
      return c.json(erasure, 200, FRESH);
    },
  });
  return app;
}

function refuse(c: Context) {
  c.header('Cache-Control', 'no-store');
  return problem(c, 409, {
    code: 'several_visitors',
    message: `Several cookies named ${CONSENT_COOKIE} name different visitors; expected one. Delete the cookies of this site and of its parent domain, and answer the consent question again.`,
  });
}
