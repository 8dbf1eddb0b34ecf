import { z } from 'zod';
import { CHANNELS, type Channel } from '#shared/channels';
import { limitedText } from '#shared/limited-text';
import { foldSpelling } from '#shared/traffic-fields';
import shipped from '../../../data/channels.example.json' with { type: 'json' };
import { parseFile, readOwnFile } from '../settings/parse-file.ts';
import type { StoredContext } from '../store/event-context.ts';

const MAX_ENTRIES = 1_000;

const word = limitedText(200)
  .min(1)
  .refine((text) => text === foldSpelling(text), 'expected lower case without blanks around it');
const host = limitedText(253).regex(
  /^[\p{Ll}\p{Lo}\d_-]+(\.[\p{Ll}\p{Lo}\d_-]+)*(\.\*)?$/u,
  'expected a host in lower case, e.g. google.com, or google.* for all its countries',
);
/** The channels that a list can have. A visit gets one of the other two if no list mentions its source. */
const listed = z.enum(CHANNELS).exclude(['other-site', 'unknown']);

const lists = (entry: z.ZodType<string>) =>
  z.partialRecord(listed, z.array(entry).max(MAX_ENTRIES)).superRefine((channels, context) => {
    const first = new Map<string, string>();
    for (const [channel, entries] of Object.entries(channels)) {
      for (const [index, text] of entries.entries()) {
        const other = first.get(text);
        first.set(text, channel);
        if (other === undefined || other === channel) continue;
        const message = `is also in ${other}; expected it in one channel only`;
        context.addIssue({ code: 'custom', path: [channel, index], message, input: text });
      }
    }
  });

/** `data/channels.json`. A self-hoster may extend it: docs/operations.md. */
const channelsSchema = z.strictObject({
  mediums: lists(word),
  sources: lists(word),
  /** Hosts of referrers, each with all its subdomains. `google.*` stands for google.de, google.co.uk and so on. */
  hosts: lists(host),
});
export type Channels = z.infer<typeof channelsSchema>;

/** Returns those that the repository ships. */
export const shippedChannels = (): Channels => channelsSchema.parse(shipped);

/**
 * Returns the channels of `data/channels.json`, or the shipped ones where there is no such file: sites that are older
 * than the file have none.
 *
 * @throws StartError with one line that names the entry, its value and what is expected
 */
export function loadChannels(file: string): Channels {
  const text = readOwnFile(file, 'a JSON file with channels');
  return text === null ? shippedChannels() : parseFile(channelsSchema, text, { file });
}

export type ChannelOf = (
  context: Pick<StoredContext, 'referrerHost' | 'utmSource' | 'utmMedium' | 'utmCampaign'>,
) => Channel;

/**
 * Returns the function that names the channel of a visit. What the link says counts before the page it stood on: first
 * its medium, then its source, and any other link with a source, medium or campaign is a `campaign`. Without these, the
 * referrer's host decides. Nothing is guessed.
 */
export function createChannelOf({ mediums, sources, hosts }: Channels): ChannelOf {
  const byMedium = toMap(mediums);
  const bySource = toMap(sources);
  const byHost = toMap(hosts);
  const depth = 1 + Math.max(0, ...Array.from(byHost.keys(), (host) => host.split('.').length));
  return ({ referrerHost, utmSource, utmMedium, utmCampaign }) => {
    const named =
      (utmMedium !== null && byMedium.get(foldSpelling(utmMedium))) ||
      (utmSource !== null && bySource.get(foldSpelling(utmSource)));
    if (named) return named;
    if (utmSource !== null || utmMedium !== null || utmCampaign !== null) return 'campaign';
    if (referrerHost === null) return 'unknown';
    return channelOfHost(byHost, foldSpelling(referrerHost), depth) ?? 'other-site';
  };
}

type ChannelMap = ReadonlyMap<string, Channel>;

const toMap = (channels: Channels['hosts']): ChannelMap =>
  new Map(
    Object.entries(channels).flatMap(([channel, entries]) =>
      entries.map((entry) => [entry, channel as Channel] as const),
    ),
  );

/** The second level of country domains such as co.uk and com.au. */
const SECOND_LEVELS = new Set(['co', 'com', 'org', 'net', 'or', 'ne']);

/**
 * Returns the channel of the longest listed host that is this host, or a domain above it.
 *
 * @param depth the most labels that a listed host can match; a made-up referrer may have a hundred
 */
function channelOfHost(byHost: ChannelMap, host: string, depth: number): Channel | undefined {
  const labels = host.replace(/\.$/, '').split('.').slice(-depth);
  for (let first = 0; first < labels.length; first++) {
    const own = byHost.get(labels.slice(first).join('.'));
    const [name, ...ending] = labels.slice(first);
    const found = own ?? (isCountry(ending) ? byHost.get(`${name}.*`) : undefined);
    if (found) return found;
  }
  return undefined;
}

const isCountry = ([second, last, ...more]: readonly string[]) =>
  second !== undefined &&
  more.length === 0 &&
  (last === undefined || (SECOND_LEVELS.has(second) && last.length === 2));
