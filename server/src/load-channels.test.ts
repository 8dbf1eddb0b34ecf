import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createChannelOf, loadChannels, parseChannels } from './load-channels.ts';
import { StartError } from './start-error.ts';
import { temporaryFolder } from './testing/test-app.ts';

const SHIPPED = new URL('../../data/channels.example.json', import.meta.url).pathname;
const nothing = { referrerHost: null, utmSource: null, utmMedium: null, utmCampaign: null };
const channelOf = createChannelOf(loadChannels(SHIPPED));

test.each([
  ['www.google.com', 'search'],
  ['google.de', 'search'],
  ['www.google.co.uk', 'search'],
  ['WWW.Google.com.', 'search'],
  ['gemini.google.com', 'ai-assistant'],
  ['mail.google.com', 'e-mail'],
  ['com.google.android.gm', 'e-mail'],
  ['chatgpt.com', 'ai-assistant'],
  ['old.reddit.com', 'social'],
  [`${'a.'.repeat(100)}reddit.com`, 'social'],
  ['t.co', 'social'],
  ['m.youtube.com', 'video'],
  ['blog.example.org', 'other-site'],
  ['google.evil.io', 'other-site'],
  ['google.evil.example', 'other-site'],
  ['notgoogle.com', 'other-site'],
  ['reddit.com.example.net', 'other-site'],
  ['google', 'other-site'],
  ['constructor', 'other-site'],
])('a visit from %s came by %s', (referrerHost, channel) => {
  expect(channelOf({ ...nothing, referrerHost })).toBe(channel);
});

test.each([
  [{}, 'unknown'],
  [{ utmMedium: 'email' }, 'e-mail'],
  [{ utmMedium: ' E-Mail ', utmSource: 'google' }, 'e-mail'],
  [{ utmSource: 'Newsletter' }, 'e-mail'],
  [{ utmSource: 'chatgpt.com' }, 'ai-assistant'],
  [{ utmSource: 'youtube', utmMedium: 'cpc' }, 'video'],
  [{ utmSource: 'our-partner' }, 'campaign'],
  [{ utmCampaign: 'launch' }, 'campaign'],
  [{ utmCampaign: 'launch', referrerHost: 'www.google.com' }, 'campaign'],
  [{ utmMedium: 'toString' }, 'campaign'],
])('a link with %j is %s', (context, channel) => {
  expect(channelOf({ ...nothing, ...context })).toBe(channel);
});

test('a self-hoster may add hosts, sources and mediums', () => {
  const text = JSON.stringify({
    mediums: { campaign: ['podcast'] },
    sources: {},
    hosts: { social: ['forum.example.org'], search: ['find.*'] },
  });
  const own = createChannelOf(parseChannels(text, 'channels.json'));
  expect(own({ ...nothing, referrerHost: 'a.forum.example.org' })).toBe('social');
  expect(own({ ...nothing, referrerHost: 'find.com.au' })).toBe('search');
  expect(own({ ...nothing, referrerHost: 'example.org' })).toBe('other-site');
  expect(own({ ...nothing, utmMedium: 'podcast' })).toBe('campaign');
});

test('a site without the file has the shipped channels', () => {
  const missing = join(temporaryFolder(), 'channels.json');
  expect(loadChannels(missing)).toEqual(JSON.parse(readFileSync(SHIPPED, 'utf8')));
});

test.each<[string, RegExp]>([
  ['{', /channels\.json is not JSON: line 1, column 2: /],
  ['[]', /channels\.json: the whole file is \[\]; expected an object/],
  ['{"mediums": {}, "sources": {}}', /channels\.json: hosts is missing; .*/],
  [
    '{"mediums": {}, "sources": {}, "hosts": {"unknown": ["a.b"]}}',
    /channels\.json: hosts.*unknown/,
  ],
  [
    '{"mediums": {}, "sources": {}, "hosts": {"social": ["https://a.b"]}}',
    /hosts\.social\.0 is "https:\/\/a\.b"; expected a host in lower case, e\.g\. google\.com/,
  ],
  [
    '{"mediums": {"e-mail": ["E-Mail"]}, "sources": {}, "hosts": {}}',
    /mediums\.e-mail\.0 is "E-Mail"; expected lower case/,
  ],
  [
    '{"mediums": {}, "sources": {}, "hosts": {"social": ["a.b"], "video": ["a.b"]}}',
    /hosts\.video\.0 is "a\.b"; is also in social; expected it in one channel only/,
  ],
  [
    '{"mediums": {"foo": ["x"]}, "sources": {}, "hosts": {}}',
    /: mediums\.foo is \["x"\]; it is unknown, expected one of search, ai-assistant, social, video, e-mail, campaign$/,
  ],
  [
    '{"mediums": {}, "sources": {}, "hosts": {"__proto__": ["a.b"]}}',
    /channels\.json has a key "__proto__"; remove it$/,
  ],
  [
    '{"mediums": {}, "sources": {}, "hosts": {}, "host": {}}',
    /: host is \{\}; it is unknown, expected one of mediums, sources, hosts; did you mean hosts\?$/,
  ],
])('%s is refused with one line', (text, line) => {
  const file = join(temporaryFolder(), 'channels.json');
  writeFileSync(file, text);
  const refusal = () => loadChannels(file);
  expect(refusal).toThrow(StartError);
  expect(refusal).toThrow(line);
  expect(refusal).not.toThrow(/\n/);
});

test('the byte order mark that Notepad writes is ignored', () => {
  const file = join(temporaryFolder(), 'channels.json');
  writeFileSync(file, `\ufeff${readFileSync(SHIPPED, 'utf8')}`);
  expect(loadChannels(file)).toEqual(loadChannels(SHIPPED));
});

test('a folder in its place is reported', () => {
  const file = join(temporaryFolder(), 'channels.json');
  mkdirSync(file);
  expect(() => loadChannels(file)).toThrow(/channels\.json cannot be read/);
});
