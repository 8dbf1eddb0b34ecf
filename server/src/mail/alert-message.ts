import type { Site } from '#shared/site';
import type { AlertPayload } from '../alerts/alert-watch.ts';

/** Returns the words of a message to the team about an alert. */
export function alertMessage(
  site: Pick<Site, 'brand' | 'url'>,
  kind: string,
  { name, text, since, advice }: AlertPayload,
) {
  const isRaised = kind === 'alert.raised';
  const lines = [
    isRaised ? text : `No longer: ${text}`,
    `Since: ${since}`,
    ...(isRaised ? [`What to do: ${advice}`] : []),
    '',
    ...(isRaised
      ? [`To hear nothing about it for two days: npm run alerts -- silence ${name} --for 2d`]
      : []),
    site.url,
  ];
  const subject = `${site.brand}: ${isRaised ? '' : 'no longer: '}${text}`;
  return { subject, text: `${lines.join('\n')}\n`, html: null };
}
