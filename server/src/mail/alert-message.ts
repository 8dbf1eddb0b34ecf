import type { Site } from '#shared/site';
import { alertWords } from '../words/server-messages.ts';

/** What a message says about an alert. */
export interface AlertPayload {
  name: string;
  text: string;
  since: string;
  advice: string;
}

/** Returns the words of a message to the team about an alert. */
export function alertMessage(
  site: Pick<Site, 'brand' | 'url'>,
  kind: string,
  { name, text, since, advice }: AlertPayload,
) {
  const words = alertWords.mail;
  const isRaised = kind === 'alert.raised';
  const command = `npm run growth -- api alerts/${name}/silence --data '{"hours":48}'`;
  const lines = isRaised
    ? [text, words.since({ since }), words.advice({ advice }), '', words.silence({ command })]
    : [words.noLonger({ text }), words.since({ since }), ''];
  const subject = words[isRaised ? 'raised' : 'cleared']({ brand: site.brand, text });
  return { subject, text: `${[...lines, site.url].join('\n')}\n`, html: null };
}
