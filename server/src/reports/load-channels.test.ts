import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartError } from '../lib/start-error.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createChannelOf, loadChannels, shippedChannels } from './load-channels.ts';

const nothing = { referrerHost: null, utmSource: null, utmMedium: null, utmCampaign: null };
const channelOf = createChannelOf(shippedChannels());

function loaded(channels: object) {
  const file = join(temporaryFolder(), 'channels.json');
  writeFileSync(file, JSON.stringify(channels));
  return loadChannels(file);
}

test.each([
  ['www.google.co.uk', 'search'],
  ['WWW.Google.com.', 'search'],
  ['gemini.google.com', 'ai-assistant'],
  ['mail.google.com', 'e-mail'],
  ['com.google.android.gm', 'e-mail'],
  [`${'a.'.repeat(100)}reddit.com`, 'social'],
  ['blog.example.org', 'other-site'],
  ['google.evil.io', 'other-site'],
  ['notgoogle.com', 'other-site'],
  ['reddit.com.example.net', 'other-site'],
  ['google', 'other-site'],
  ['constructor', 'other-site'],
])('a visit from %s came by %s', (referrerHost, channel) => {
  expect(channelOf({ ...nothing, referrerHost })).toBe(channel);
});

test.each([
  [{}, 'unknown'],
  [{ utmMedium: ' E-Mail ', utmSource: 'google' }, 'e-mail'],
  [{ utmSource: 'Newsletter' }, 'e-mail'],
  [{ utmSource: 'chatgpt.com' }, 'ai-assistant'],
  [{ utmSource: 'youtube', utmMedium: 'cpc' }, 'video'],
  [{ utmSource: 'our-partner' }, 'campaign'],
  [{ utmCampaign: 'launch', referrerHost: 'www.google.com' }, 'campaign'],
  [{ utmMedium: 'toString' }, 'campaign'],
])('a link with %j is %s', (context, channel) => {
  expect(channelOf({ ...nothing, ...context })).toBe(channel);
});

test('a self-hoster may add hosts, sources and mediums', () => {
  const channels = {
    mediums: { campaign: ['podcast'] },
    sources: {},
    hosts: { social: ['forum.example.org'], search: ['find.*'] },
  };
  const own = createChannelOf(loaded(channels));
  expect(own({ ...nothing, referrerHost: 'a.forum.example.org' })).toBe('social');
  expect(own({ ...nothing, referrerHost: 'find.com.au' })).toBe('search');
  expect(own({ ...nothing, referrerHost: 'example.org' })).toBe('other-site');
  expect(own({ ...nothing, utmMedium: 'podcast' })).toBe('campaign');
});

test('a site without the file has the shipped channels, and a folder in its place is reported', () => {
  const folder = temporaryFolder();
  expect(loadChannels(join(folder, 'none.json'))).toEqual(shippedChannels());
  expect(() => loadChannels(folder)).toThrow(
    / cannot be read: it is neither .*; expected a JSON file with channels$/,
  );
});

const empty = { mediums: {}, sources: {}, hosts: {} };

test.each<[string, object, RegExp]>([
  ['a channel', { ...empty, hosts: { unknown: ['a.b'] } }, /channels\.json: hosts.*unknown/],
  [
    'an address',
    { ...empty, hosts: { social: ['https://a.b'] } },
    /hosts\.social\.0 is "https:\/\/a\.b"; expected a host in lower case, e\.g\. google\.com/,
  ],
  [
    'capitals',
    { ...empty, mediums: { 'e-mail': ['E-Mail'] } },
    /mediums\.e-mail\.0 is "E-Mail"; expected lower case/,
  ],
  [
    'one host in two channels',
    { ...empty, hosts: { social: ['a.b'], video: ['a.b'] } },
    /hosts\.video\.0 is "a\.b"; is also in social; expected it in one channel only/,
  ],
  [
    'a prototype',
    { ...empty, hosts: { ['__proto__']: ['a.b'] } },
    /channels\.json has a key "__proto__"; remove it$/,
  ],
])('%s is refused with one line', (_, channels, line) => {
  const refusal = () => loaded(channels);
  expect(refusal).toThrow(StartError);
  expect(refusal).toThrow(line);
  expect(refusal).not.toThrow(/\n/);
});
