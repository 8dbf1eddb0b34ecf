import { expect, test } from 'vitest';
import { isCrawler } from './read-sender.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const linux = `Mozilla/5.0 (X11; Linux x86_64) ${webkit}`;
const android = 'Mozilla/5.0 (Linux; Android 13; 22081212C)';

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; YandexRenderResourcesBot/1.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  'Mozilla/5.0 (compatible; Yeti/1.1; +http://naver.me/spd)',
  `Mozilla/5.0 ${webkit}; compatible; ChatGPT-User/1.0; +https://openai.com/bot`,
  'MOZILLA/5.0 (COMPATIBLE; GOOGLEBOT/2.1)',
])('%s says that it crawls', (userAgent) => {
  expect(isCrawler(userAgent)).toBe(true);
});

test.each([
  undefined,
  `${linux} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
  // Headless, but people run them on purpose, such as our own browser tests.
  `${linux} HeadlessChrome/141.0.0.0 Safari/537.36`,
  // SDKs and their platforms
  'posthog-node/5.70.0',
  'curl/8.14.1',
  // browsers and phones whose names look like those of crawlers
  `Mozilla/5.0 (Linux; Android 11; CUBOT X50) ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`,
  `${linux} Chrome/138.0.0.0 YaBrowser/25.8.0.0 Safari/537.36`,
  `${android} ${webkit} Chrome/98.0 Mobile Safari/537.36 SogouMobileBrowser/5.37.8`,
  `${linux} coc_coc_browser/120.0 Chrome/114.0.0.0 Safari/537.36`,
  `${android} ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/500.0]`,
  `${linux} Version/18.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`,
  // neither search nor AI
  'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
])('%s is not taken for a crawler', (userAgent) => {
  expect(isCrawler(userAgent)).toBe(false);
});
