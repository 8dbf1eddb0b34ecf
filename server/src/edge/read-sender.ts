import type { Context } from 'hono';
import type { ClientOf } from './client-address.ts';
import { exchangeOf } from './node/exchange.ts';

/**
 * Returns what decides about events among what a request says about its sender. The user agent itself is not passed on.
 */
export const createReadSender = (clientOf: ClientOf) => (c: Context) => ({
  client: clientOf(c),
  gpc: isGpc(exchangeOf(c).header('sec-gpc')),
  crawler: isCrawler(exchangeOf(c).header('user-agent')),
  foreign: exchangeOf(c).header('sec-fetch-site') === 'cross-site',
});
export type ReadSender = ReturnType<typeof createReadSender>;

/**
 * Returns whether a `Sec-GPC` header is the signal (Global Privacy Control, section 3.1): one of its values is exactly
 * `1`. Node and proxies join repeated headers with commas.
 */
export const isGpc = (header: string | undefined): boolean =>
  /(?:^|,)\s*1\s*(?:,|$)/.test(header ?? '');

/**
 * The names that crawlers of search engines and of AI use for themselves, as their operators publish them
 * (docs/decisions/010-intake.md says why this list is our own). Some fetch only when a person asks an assistant to.
 * What they do on a page is not what that person does.
 */
const CRAWLERS = {
  // developers.google.com/search/docs/crawling-indexing/overview-google-crawlers
  Google: [
    'Googlebot',
    'GoogleOther',
    'AdsBot-Google',
    'APIs-Google',
    'Mediapartners-Google',
    'Storebot-Google',
    'Google-InspectionTool',
    'Google-CloudVertexBot',
    'Google-Extended',
    'Google-NotebookLM',
    'Gemini-Deep-Research',
  ],
  // www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0
  Microsoft: [
    'bingbot',
    'adidxbot',
    'msnbot',
    'BingPreview',
    'MicrosoftPreview',
    'AzureAI-SearchBot',
  ],
  Yahoo: ['Yahoo! Slurp', 'Y!J-'],
  // duckduckgo.com/duckduckgo-help-pages/results/duckduckbot
  DuckDuckGo: ['DuckDuckBot', 'DuckAssistBot', 'DuckDuckGo-Favicons-Bot'],
  // yandex.com/support/webmaster/robot-workings/check-yandex-robots.html: all of them contain this address
  Yandex: ['yandex.com/bots', 'YandexBot'],
  Baidu: ['Baiduspider'],
  // support.apple.com/119829
  Apple: ['Applebot'],
  Huawei: ['PetalBot', 'PanguBot'],
  Sogou: ['Sogou web spider', 'Sogou inst spider', 'Sogou Pic Spider'],
  'search engines of one country or one index': [
    '360Spider',
    'YisouSpider',
    'SeznamBot',
    'Yeti/',
    'NaverBot',
    'Daum/',
    'coccocbot',
    'Qwantify',
    'Qwantbot',
    'MojeekBot',
    'Bravebot',
    'Kagibot',
    'kagi-fetcher',
    'YouBot',
    'AhrefsBot',
    'archive.org_bot',
    'ia_archiver',
  ],
  // platform.openai.com/docs/bots
  OpenAI: ['GPTBot', 'OAI-SearchBot', 'ChatGPT-User'],
  // support.claude.com/en/articles/8896518
  Anthropic: ['ClaudeBot', 'Claude-User', 'Claude-SearchBot', 'Claude-Web', 'anthropic-ai'],
  // docs.perplexity.ai/guides/bots
  Perplexity: ['PerplexityBot', 'Perplexity-User'],
  // developer.amazon.com/amazonbot
  Amazon: ['Amazonbot', 'Amzn-SearchBot', 'Amzn-User'],
  // developers.facebook.com/docs/sharing/webmasters/web-crawlers
  Meta: ['meta-externalagent', 'meta-externalfetcher', 'meta-webindexer', 'FacebookBot'],
  ByteDance: ['Bytespider', 'TikTokSpider', 'ToutiaoSpider'],
  'makers and suppliers of language models': [
    'CCBot', // commoncrawl.org/ccbot
    'MistralAI-User', // docs.mistral.ai/robots
    'cohere-ai',
    'cohere-training-data-crawler',
    'AI2Bot',
    'Diffbot',
    'DeepSeekBot',
    'ChatGLM-Spider',
    'Timpibot',
    'ImagesiftBot',
    'img2dataset',
    'FirecrawlAgent',
    'TavilyBot',
    'omgili',
  ],
} as const;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const pattern = new RegExp(Object.values(CRAWLERS).flat().map(escaped).join('|'), 'i');

/** Browsers send about 150 characters, and each is searched for 80 names. */
const MAX_USER_AGENT = 1_000;

/**
 * Returns whether a user agent declares itself a crawler of a search engine or of AI. Headless browsers, SDKs, monitors
 * and clients without a user agent do not: their events are sent on purpose.
 */
export const isCrawler = (userAgent: string | undefined): boolean =>
  userAgent !== undefined && pattern.test(userAgent.slice(0, MAX_USER_AGENT));
