/**
 * Returns the origin of PostHog's app: PostHog Cloud receives events at one host and serves its app at another.
 *
 * @param posthogHost where events are sent
 */
export function appOrigin(posthogHost: string): string {
  const url = new URL(posthogHost);
  const cloud = /^(us|eu)\.i\.posthog\.com$/.exec(url.hostname);
  return cloud ? `https://${cloud[1]}.posthog.com` : url.origin;
}
