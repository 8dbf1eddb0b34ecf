import { expect, test } from 'vitest';
import type { PageData } from '#shared/page';
import type { Language } from '#shared/site-languages';
import { dubbedLines } from '../site/content/dubbing-lines.ts';
import { loadWording, writtenLanguages } from '../site/content/languages.ts';
import { ownHeadlines } from '../site/content/social-image-words.ts';
import { findRoute, routes } from '../site/pages/page-routes.tsx';
import { testPageData } from '../site/test-data.ts';
import { consentText, growthPage, paths, render } from './entry-server.tsx';

const page = (path: string, over?: Partial<PageData>) =>
  render(path, { data: testPageData(over), manifest: null });
/** Returns the visible text, as one line. */
const words = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

test('every page of the registry answers 200 with one h1, no style attribute, no inline script', async () => {
  for (const path of [...paths, '/no/such/page']) {
    const { status, html } = await page(path);
    expect(status, path).toBe(paths.includes(path) ? 200 : 404);
    expect(html.match(/<h1[\s>]/g), path).toHaveLength(1);
    expect(html, path).not.toMatch(/<[^>]+\sstyle=/);
    expect(html, path).not.toMatch(/<style|\son\w+="/);
    for (const [, attributes] of html.matchAll(/<script\b([^>]*)>/g)) {
      expect(attributes, path).toMatch(/ src="\/|type="application\/(ld\+)?json"/);
    }
    expect(html, path).not.toMatch(/Dubkit/);
  }
});

test('the social image of a page shows its heading', async () => {
  const headingOf = async (path: string, language: Language) => {
    const { html } = await page(path, { language });
    const [heading = ''] = /<h1[\s\S]*?<\/h1>/.exec(html) ?? [];
    return words(heading.replaceAll('<br/>', ' '));
  };
  for (const [path, headline] of Object.entries(ownHeadlines)) {
    expect(await headingOf(path, 'en'), path).toBe(headline.join(' '));
  }
  for (const language of writtenLanguages) {
    const { socialImageText } = await (await loadWording(language)).load('heads');
    expect(await headingOf('/', language), language).toBe(
      words(socialImageText.headline.join(' ')),
    );
  }
});

test('a page has JSON-LD, the not-found page has none, and no name can end its block', async () => {
  const site = { ...testPageData().site, brand: '</script><!--' };
  for (const path of paths) {
    const { html } = await page(path, { site });
    const [, json = ''] =
      /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? [];
    expect(JSON.stringify(JSON.parse(json)), path).toContain('</script><!--');
  }
  expect((await page('/gone')).html).not.toContain('ld+json');
});

test('the home page has the sections in order and every text of the specification', async () => {
  const { html } = await page('/');
  const sections = [...html.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id);
  expect(sections).toEqual(['hero', 'pipeline', 'benefits', 'features', 'signup']);
  const text = words(html).toLowerCase();
  for (const expected of [
    '99.9%',
    'accuracy rate',
    '50+ languages and dialects',
    '10x faster than manual or traditional dubbing',
    'broadcast-ready',
    'content creators, media organisations and global businesses',
    'multi-modal analysis',
    'cultural translation',
    'emotional synthesis',
    'professional mixing',
    'broadcast-ready quality',
    'emotional authenticity',
    'cultural accuracy',
    'scalable production',
    'every architectural decision maximizes quality',
    'errors are caught and corrected early',
    'specialized ai for each task',
    'the result rivals manual workflows in quality',
    'apply for beta access',
    'be among the first to experience next-gen dubbing',
    'early access benefits',
    'first notification at launch',
    'exclusive 25% early-bird discount',
    'priority onboarding support',
    'access to launch webinar',
  ]) {
    expect.soft(text).toContain(expected);
  }
});

test('the beta tab lists the specification’s premium benefits', async () => {
  const wording = await loadWording('en');
  const { signupContent } = await wording.load('signup');
  expect(signupContent.tabs.beta.benefitsTitle).toBe('Premium Benefits');
  expect((await wording.load('offers')).offers.beta).toEqual([
    'Free access during beta',
    '50% lifetime discount on launch',
    'Direct feedback channel',
    'Priority feature requests',
    'Recognition as founding user',
  ]);
});

test('the stages are numbered one to four', async () => {
  const { html } = await page('/');
  const list = html.slice(html.indexOf('id="pipeline"'), html.indexOf('id="benefits"'));
  expect(words(list)).toMatch(/1\s*Multi-modal.*2\s*Cultural.*3\s*Emotional.*4\s*Professional/);
});

test('nav links are anchors on home and lead home from elsewhere', async () => {
  expect((await page('/')).html).toContain('href="#pipeline"');
  expect((await page('/about')).html).toContain('href="/#pipeline"');
});

test('information pages link back home, the not-found page returns there', async () => {
  expect((await page('/about')).html).toMatch(/href="\/"[^>]*>Back to Home</);
  const { html } = await page('/gone');
  expect(html).toMatch(/<h1[^>]*>Oops! Page not found</);
  expect(html).toMatch(/href="\/"[^>]*>Return to Home</);
  expect(words(html)).toContain('404');
});

test('where somebody else runs the database, neither the cookie policy nor the question says that it is our own', async () => {
  for (const posthogHost of [null, 'eu.i.posthog.com']) {
    const facts = { posthogHost, recipients: ['database'] } as const;
    const said = words((await page('/cookies', facts)).html);
    const asked = JSON.stringify(await consentText('en', facts));
    for (const text of [said, asked]) {
      expect(text).toMatch(/servers that providers run/i);
      expect(text).not.toMatch(/own server (keeps|stores)|this site’s own server/);
    }
  }
  expect(words((await page('/cookies')).html)).toContain('own server');
});

test('under Global Privacy Control every page says that the signal is honoured', async () => {
  expect(words((await page('/about', { gpc: true })).html)).toContain('We honour it');
  expect(words((await page('/about')).html)).not.toContain('We honour it');
});

test('the consent text names PostHog only where it is configured', async () => {
  const { accept, reject, policyLink, ...words } = await consentText('en', {
    posthogHost: null,
    recipients: [],
  });
  expect(JSON.stringify(words)).not.toContain('PostHog');
  expect(
    (await consentText('en', { posthogHost: 'eu.i.posthog.com', recipients: [] })).description,
  ).toContain('eu.i.posthog.com');
  expect([accept, reject]).toEqual([
    expect.stringMatching(/^Accept/),
    expect.stringMatching(/^Reject/),
  ]);
  expect(policyLink).toBe('Cookie policy');
  expect(await consentText('de', { posthogHost: null, recipients: [] })).toMatchObject({
    language: 'de',
    policyLink: 'Cookie-Richtlinie',
  });
});

const sources = Object.keys(import.meta.glob('../**/*.{ts,tsx}')).map((file) =>
  file.replace('../', 'client/src/'),
);

test('the registry and the routes name the same pages, whose modules exist', () => {
  expect(Object.keys(routes).sort()).toEqual([...paths].sort());
  for (const path of [...paths, '/gone', '/constructor']) {
    for (const file of findRoute(path).modules) expect(sources).toContain(file);
  }
});

test('the timeline can show every language it offers', async () => {
  const { html } = await page('/');
  const offered = [...html.matchAll(/type="radio"[^>]*value="(\w+)"/g)].map(([, lang]) => lang);
  expect(offered).toEqual(dubbedLines.map((line) => line.lang));
  expect(html).toMatch(/lang="ar"[^>]*dir="rtl"|dir="rtl"[^>]*lang="ar"/);
});

test('with a manifest the page links its styles, one script and one font; the rest waits in a list', async () => {
  const manifest = {
    'client/src/site/start/start.ts': { file: 'assets/start.js' },
    'client/src/site/entry-client.tsx': {
      file: 'assets/entry.js',
      imports: ['_shared.js'],
      css: ['assets/entry.css'],
    },
    '_shared.js': { file: 'assets/shared.js', css: ['assets/entry.css'] },
    'client/src/site/pages/home-page.tsx': { file: 'assets/home.js', imports: ['_shared.js'] },
    'client/src/styles/fonts/archivo-latin.woff2': { file: 'assets/archivo.woff2' },
    'client/src/styles/fonts/instrument-sans-latin.woff2': { file: 'assets/instrument.woff2' },
  };
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

test('every page and the console carry the notice that code is missing, with a link to the page itself', async () => {
  const notice =
    '<p class="unfinished" role="alert">Part of this page could not be loaded. <a href="" data-reload>Load it again</a></p>';
  for (const path of [...paths, '/gone']) expect((await page(path)).html, path).toContain(notice);
  expect(
    growthPage({ site: { brand: 'A' }, siteUrl: null, sendsMail: false, manifest: null }),
  ).toContain(notice);
});

test('the cookie policy lists the cookie of signed-in operators, and no page links to the console', async () => {
  expect(words((await page('/cookies')).html)).toMatch(/growth_session.*2 hours/);
  for (const path of [...paths, '/gone']) {
    expect((await page(path)).html, path).not.toMatch(/href="[^"]*growth/);
  }
});

test('the growth console is a shell: its styles, its script, its brand, and no data', async () => {
  const manifest = {
    'client/src/console/entry-console.tsx': {
      file: 'assets/growth.js',
      imports: ['_app.js'],
      css: ['assets/growth.css'],
    },
    '_app.js': { file: 'assets/app.js', css: ['assets/app.css'] },
    'client/src/site/start/start.ts': { file: 'assets/start.js' },
  };
  const html = growthPage({
    site: { brand: 'A "B" & <C>' },
    siteUrl: 'https://a.test',
    sendsMail: true,
    manifest,
  });
  expect(html).toContain('<meta name="robots" content="noindex, nofollow">');
  expect(html).toContain('<link rel="stylesheet" href="/assets/growth.css">');
  expect(html).toContain('<link rel="stylesheet" href="/assets/app.css">');
  expect(html.match(/<script\b[^>]*>/g)).toEqual([
    '<script type="module" src="/assets/start.js" data-modules="/assets/growth.js" data-now>',
  ]);
  expect(html).toContain('<link rel="modulepreload" href="/assets/app.js">');
  expect(html).toContain('data-brand="A &quot;B&quot; &amp; &lt;C&gt;"');
  expect(html).toContain('data-url="https://a.test"');
  expect(html).not.toContain('page-data');
  expect(() =>
    growthPage({ site: { brand: 'A' }, siteUrl: null, sendsMail: false, manifest: {} }),
  ).toThrow('build the client first');
});
