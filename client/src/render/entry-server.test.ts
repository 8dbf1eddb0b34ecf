import { expect, test, vi } from 'vitest';
import { MAIL_PAGES } from '#shared/page';
import type { Site } from '#shared/site';
import { directionOf, type Language, manifestPath, prefixOf } from '#shared/site-languages';
import { dubbedLines } from '../site/content/dubbing-lines.ts';
import { loadWording, writtenLanguages } from '../site/content/languages.ts';
import { ownHeadlines } from '../site/content/social-image-words.ts';
import { findRoute } from '../site/pages/page-routes.tsx';
import { testPageData } from '../site/testing/test-page-data.ts';
import { consentText, growthPage, mailPage, paths, render } from './entry-server.tsx';
import { servable } from './servable.ts';
import { inCountry, pageHtml, pageWords, wordsOf } from './testing/page-words.ts';

const NOTICE =
  '<p class="unfinished" role="alert">Part of this page could not be loaded. <a href="" data-reload>Load it again</a></p>';

// JSON-LD that no name can end, no inline style or script, and a notice for missing code.
test.each([...paths, '/no/such/page'])('%s is served whole, with one heading', async (path) => {
  const data = testPageData({ site: { ...testPageData().site, brand: '</script><!--' } });
  const { status, html } = await render(path, { data, manifest: null });
  const isKnown = paths.includes(path);
  expect(status).toBe(isKnown ? 200 : 404);
  expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
  expect(html).not.toMatch(/<[^>]+\sstyle=|<style|\son\w+="/);
  for (const [, attributes] of html.matchAll(/<script\b([^>]*)>/g)) {
    expect(attributes).toMatch(/ src="\/|type="application\/(ld\+)?json"/);
  }
  const [, json = '""'] = /"application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? [];
  expect(JSON.stringify(JSON.parse(json)).includes('</script><!--')).toBe(isKnown);
  expect(html).not.toMatch(/Dubkit|href="[^"]*growth/);
  expect(html).toContain(NOTICE);
});

test.each(writtenLanguages)(
  'in %s, each page behind a link of a message names an address, and leads on',
  async (language) => {
    const data = testPageData({ language });
    const prefix = prefixOf(language);
    for (const page of MAIL_PAGES) {
      const html = await mailPage(page, { data, manifest: null });
      expect(html, page).toContain(`href="mailto:${data.site.email}"`);
      expect(html.includes(`href="${prefix}/#signup"`), page).toBe(/^(left|removed)$/.test(page));
      const asksAgain = ['expired', 'invitation-expired', 'redeemed-again'].includes(page);
      expect(html.includes('name="again"'), page).toBe(asksAgain);
    }
  },
);

test('the social image of a page shows its heading', async () => {
  const headingOf = async (path: string, language: Language) => {
    const [heading = ''] = /<h1[\s\S]*?<\/h1>/.exec(await pageHtml(path, { language })) ?? [];
    return wordsOf(heading).trim();
  };
  for (const [path, headline] of Object.entries(ownHeadlines)) {
    expect(await headingOf(path, 'en'), path).toBe(headline.join(' '));
  }
  for (const language of writtenLanguages) {
    const { socialImageText } = await (await loadWording(language)).load('heads');
    const headline = wordsOf(socialImageText.headline.join(' '));
    expect(await headingOf('/', language), language).toBe(headline);
  }
});

test('the home page has the sections in order and every text of the specification', async () => {
  const html = await pageHtml('/');
  const sections = [...html.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id);
  expect(sections).toEqual(['hero', 'pipeline', 'benefits', 'features', 'signup']);
  const text = wordsOf(html).toLowerCase();
  expect(text).toMatch(/1\s?multi-modal.*2\s?cultural.*3\s?emotional.*4\s?professional/);
  for (const expected of [
    ...['99.9%', 'accuracy rate', '50+ languages and dialects', 'broadcast-ready'],
    '10x faster than manual or traditional dubbing',
    'content creators, media organizations and global businesses',
    ...['multi-modal analysis', 'cultural translation', 'emotional synthesis'],
    ...['professional mixing', 'broadcast-ready quality', 'emotional authenticity'],
    ...['cultural accuracy', 'scalable production', 'specialized ai for each task'],
    'every architectural decision maximizes quality',
    ...['errors are caught and corrected early', 'apply for beta access'],
    'the result rivals manual workflows in quality',
    ...['be among the first to experience next-gen dubbing', 'early access benefits'],
    ...['first notification at launch', 'exclusive 25% early-bird discount'],
    ...['priority onboarding support', 'access to launch webinar', 'premium benefits'],
    ...['free access during beta', '50% lifetime discount on launch', 'direct feedback channel'],
    ...['priority feature requests', 'recognition as founding user'],
  ]) {
    expect.soft(text).toContain(expected);
  }
});

test('nav links are anchors on home and lead home from elsewhere', async () => {
  expect(await pageHtml('/')).toContain('href="#pipeline"');
  const about = await pageHtml('/about');
  expect(about).toContain('href="/#pipeline"');
  expect(about).toMatch(/href="\/"[^>]*>Back to Home</);
  const gone = await pageHtml('/gone');
  expect(gone).toMatch(/<h1[^>]*>Oops! Page not found</);
  expect(gone).toMatch(/href="\/"[^>]*>Return to Home</);
});

test('where somebody else runs the database, neither the cookie policy nor the question says that it is our own', async () => {
  for (const posthogHost of [null, 'eu.i.posthog.com']) {
    const facts = { posthogHost, recipients: ['database'] } as const;
    const asked = JSON.stringify(await consentText('en', testPageData(facts)));
    for (const text of [await pageWords('/cookies', facts), asked]) {
      expect(text).toMatch(/servers that providers run/i);
      expect(text).not.toMatch(/own server (keeps|stores)|this site’s own server/);
    }
  }
});

test('under Global Privacy Control every page says that the signal is honored', async () => {
  expect(await pageWords('/about', { gpc: true })).toContain('We honor it');
  expect(await pageWords('/about')).not.toContain('We honor it');
});

test('the question says we and withdraw, and names PostHog, and its country, only where it is configured', async () => {
  const facts = testPageData();
  const { company } = facts.site;
  const { accept, reject, policyLink, ...words } = await consentText('en', facts);
  expect(words.title).toMatch(
    /^May we measure .* by cookie ID to improve this site\? Withdraw anytime\.$/,
  );
  for (const text of [words.description, words.information])
    expect(text).toMatch(
      new RegExp(`^${company} is responsible .* up to 123 days; .* 182 days\\.`),
    );
  expect(words.description).toContain('“Turn analytics off” at the foot');
  expect(JSON.stringify(words)).not.toContain('PostHog');
  const asked = (posthogHost: string, posthog: NonNullable<Site['recipients']>['posthog']) => {
    const site = { ...facts.site, recipients: { ...facts.site.recipients, posthog } };
    return consentText('en', { ...facts, posthogHost, site });
  };
  const ground = 'scc';
  const place = { retentionDays: 31, ground } as const;
  const cloud = await asked('eu.i.posthog.com', place);
  expect(cloud.title).toMatch(/^May we, with PostHog \(USA\), measure/);
  expect(cloud.description).toMatch(/\(eu\.i\.posthog\.com\).* there for up to 31 days/);
  expect(cloud.analyticsDescription).toContain('PostHog is based in the United States');
  // Where nobody names a legal basis, the privacy policy has none, either.
  const unknown = await asked('us.i.posthog.com', { retentionDays: 31 });
  expect(unknown.analyticsDescription).not.toContain('legal basis');
  const own = await asked('posthog.example.org', { ground });
  expect(own.title).toMatch(/^May we, with PostHog, measure/);
  expect(own.analyticsDescription).not.toContain('legal basis');
  expect([accept, reject, policyLink].join()).toMatch(/^Accept.*,Reject.*,Cookie policy$/);
  const german = { language: 'de', policyLink: 'Cookie-Richtlinie' };
  expect(await consentText('de', facts)).toMatchObject(german);
});

test('the modules of each page exist', () => {
  const sources = Object.keys(import.meta.glob('../**/*.{ts,tsx}'));
  for (const path of [...paths, '/gone', '/constructor'])
    for (const file of findRoute(path).modules)
      expect(sources).toContain(file.replace('client/src/', '../'));
});

const manifest = {
  'client/src/site/start/start-page.ts': { file: 'assets/start.js' },
  'client/src/site/entry-client.tsx': { file: 'assets/entry.js', imports: ['_shared.js'] },
  'client/src/console/entry-console.tsx': { file: 'assets/growth.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js', css: ['assets/shared.css'] },
  'client/src/site/pages/home-page.tsx': { file: 'assets/home.js', imports: ['_shared.js'] },
  'client/src/styles/fonts/archivo-latin.woff2': { file: 'assets/archivo.woff2' },
  'client/src/styles/fonts/instrument-sans-latin.woff2': { file: 'assets/instrument.woff2' },
};

test('with a manifest the page links its styles, one script and one font; the rest waits in a list', async () => {
  const { html } = await render('/', { data: testPageData(), manifest });
  expect(html.match(/rel="stylesheet"/g)).toHaveLength(1);
  expect(html.match(/rel="preload"/g)).toHaveLength(1);
  expect(html).toContain('<link rel="preload" href="/assets/archivo.woff2"');
  expect(html).not.toContain('modulepreload');
  expect(html.match(/<script\b[^>]*\bsrc=/g)).toHaveLength(1);
  expect(html).toContain(
    'src="/assets/start.js" data-modules="/assets/entry.js /assets/shared.js /assets/home.js"',
  );
  const { html: about } = await render('/about', { data: testPageData(), manifest });
  expect(about).toContain('<link rel="preload" href="/assets/instrument.woff2"');
});

test('the growth console is a shell: its styles, its script, its brand, and no data', async () => {
  const site = { brand: `A "B" & <C>'s` };
  const languages = ['en', 'ja'] as const;
  const input = { site, siteUrl: 'https://a.test', sendsMail: true, languages };
  const html = await growthPage({ ...input, manifest });
  for (const part of [
    '<meta name="robots" content="noindex, nofollow">',
    '<link rel="stylesheet" href="/assets/shared.css">',
    '<link rel="modulepreload" href="/assets/shared.js" fetchpriority="low">',
    'data-brand="A &quot;B&quot; &amp; &lt;C&gt;&#39;s"',
    'data-url="https://a.test"',
    'data-languages="en ja"',
    NOTICE,
    // Painted before any script has come.
    'A &quot;B&quot; &amp; &lt;C&gt;&#x27;s<!-- --> <span>Growth</span>',
    'Loading…',
  ])
    expect.soft(html).toContain(part);
  expect(html.match(/<script\b[^>]*>/g)).toEqual([
    '<script type="module" src="/assets/start.js" data-modules="/assets/growth.js" data-now>',
  ]);
  expect(html).not.toContain('page-data');
  await expect(growthPage({ ...input, manifest: {} })).rejects.toThrow('build the client first');
});

const languages = [...writtenLanguages];
/** The settings with which most is said. */
const ALL = {
  recipients: ['mail', 'team', 'webhook', 'database', 'proxy', 'hosting'],
  posthogHost: 'ph.zeta.test',
  unconfirmedRetentionDays: 30,
} as const;

test.each(languages)(
  'every page says that it is in %s and names no German law abroad, and React objects to nothing',
  async (language) => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    const site = { ...testPageData().site, ...inCountry('Canada') };
    for (const path of paths) {
      const html = await pageHtml(path, { language, languages, site, ...ALL });
      expect(wordsOf(html), path).not.toMatch(/DDG|MStV|UStG/);
      const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => found);
      expect(html).toContain(`<html lang="${language}" dir="${directionOf(language)}"`);
      const [locale, ...otherLocales] = all(/"og:locale(?::alternate)?" content="(.*?)"/g);
      expect(locale).toMatch(new RegExp(`^${language.slice(0, 2)}_[A-Z]{2}$`));
      expect(new Set([locale, ...otherLocales]).size).toBe(languages.length);
      expect(all(/rel="manifest" href="(.*?)"/g)).toEqual([manifestPath(language)]);

      const [json = ''] = all(/"application\/ld\+json">(.*?)<\/script>/gs);
      const parts: { url?: string; inLanguage?: string }[] = JSON.parse(json)['@graph'];
      const described = parts.flatMap(({ inLanguage }) => inLanguage ?? []);
      expect(new Set(described)).toEqual(new Set([language]));
      const url = `https://zeta.test${prefixOf(language)}${path}`;
      expect(parts.map((part) => part.url)).toContain(url);
    }
    // React's development build wants a newer ArrayBuffer than Node 20 has; the page does not depend on it.
    const ofReact = complaints.mock.calls.filter(([text]) => !`${text}`.includes('ArrayBuffer'));
    expect(ofReact).toEqual([]);
  },
);

test('the timeline shows every line it offers, and opens with that of the page’s language or else the first', async () => {
  const opened: string[] = [];
  for (const language of languages) {
    const html = await pageHtml('/', { language, languages });
    const choices = html.match(/<input[^>]*type="radio"[^>]*>/g) ?? [];
    const languageOf = (choice = '') => /value="(\w+)"/.exec(choice)?.[1];
    expect(choices.map(languageOf)).toEqual(dubbedLines.map(({ lang }) => lang));
    expect(html).toMatch(/lang="ar"[^>]*dir="rtl"|dir="rtl"[^>]*lang="ar"/);
    opened.push(`${language} ${languageOf(choices.find((choice) => /\bchecked\b/.test(choice)))}`);
  }
  expect(opened.sort()).toEqual(
    ['en de', 'de de', 'es es', 'fr fr', 'pt-BR pt', 'ja ja', 'hi hi', 'ar ar'].sort(),
  );
});

test('style attributes are removed but not text that looks like them, and slashes but not those of SVG', () => {
  const html =
    '<p class="a" style="color:red" id="b">style=&quot;x&quot; style=<br/><path d="M0"/>';
  const served = '<p class="a" id="b">style=&quot;x&quot; style=<br><path d="M0"/>';
  expect(servable(html)).toBe(served);
});
