import { LRUCache } from 'lru-cache';
import { type ChannelOf, type Channels, createChannelOf } from '../channels.ts';
import type { StoredContext } from '../store/store.ts';
import { readConsentCookie, visitorOf } from './consent-cookie.ts';
import type { SignupOrigin } from './signups.ts';

/** What a request says about where it comes from. */
export interface OriginRequest {
  referer: string | undefined;
  host: string | undefined;
  /** The values of the consent cookie. */
  consentCookies: readonly string[];
  /** Whether the request had `Sec-GPC: 1`. */
  gpc: boolean;
}

export interface SignupOrigins {
  /** Remembers where a visit came from, whose events were accepted with consent. */
  onEvents(consentId: string, context: StoredContext): void;
  originOf(request: OriginRequest): SignupOrigin;
}

const MAX_VISITS = 5_000;
const VISIT_MS = 30 * 60_000;
const MAX_REFERER = 2_000;
const PATH = /^\/[\w./-]{0,99}$/;

/** What the channel depends on. It is worked out for signups only. */
type Source = Parameters<ChannelOf>[0];

const isKnown = ({ referrerHost, utmSource, utmMedium, utmCampaign }: Source) =>
  referrerHost !== null || utmSource !== null || utmMedium !== null || utmCampaign !== null;

/** Remembers, in memory, where the visits of the last half hour came from. */
export function createSignupOrigins(siteUrl: string, channels: Channels): SignupOrigins {
  const visits = new LRUCache<string, Source>({ max: MAX_VISITS, ttl: VISIT_MS });
  const channelOf = createChannelOf(channels);
  const siteHost = new URL(siteUrl).host;

  function pathOf(referer: string | undefined, host: string | undefined): string | null {
    if (referer === undefined || referer.length > MAX_REFERER || !URL.canParse(referer))
      return null;
    const page = new URL(referer);
    const isOurs = page.host === siteHost || page.host === host;
    return isOurs && PATH.test(page.pathname) ? page.pathname : null;
  }

  return {
    onEvents(consentId, context) {
      // Within a visit, a page that was opened in another way tells less than the first one.
      const { referrerHost, utmSource, utmMedium, utmCampaign } = context;
      const source = { referrerHost, utmSource, utmMedium, utmCampaign };
      if (isKnown(source) || !visits.has(consentId)) visits.set(consentId, source);
    },
    originOf({ referer, host, consentCookies, gpc }) {
      const path = pathOf(referer, host);
      const cookie = gpc ? null : readConsentCookie(consentCookies);
      const visitor = cookie === null ? null : visitorOf(cookie);
      const visit = visitor === null ? undefined : visits.get(visitor);
      return visit
        ? { path, channel: channelOf(visit), consentId: visitor }
        : { path, channel: null, consentId: null };
    },
  };
}
