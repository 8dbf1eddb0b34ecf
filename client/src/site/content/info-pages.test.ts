import { expect, test } from 'vitest';
import { eventSchema } from '#shared/events';
import { QUARTER_DAYS } from '#shared/limits';
import type { PageData } from '#shared/page';
import type { Site } from '#shared/site';
import { paths } from '../../render/entry-server.tsx';
import { mainOf, pageHtml, wordsOf } from '../../render/testing/page-words.ts';
import { testPageData } from '../test-data.ts';

const sources = import.meta.glob<string>(['./*/*.{ts,json}', './identity.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const infoPaths = paths.filter((path) => path !== '/');
const mainHtml = async (path: string, over?: Partial<PageData>) =>
  mainOf(await pageHtml(path, over));
/** What a reader finds in the page's own part, as one line. */
const words = async (path: string, over?: Partial<PageData>) => wordsOf(await mainHtml(path, over));

test('every page of the specification is there', () => {
  const names = 'about accessibility ccpa contact cookies dpa gdpr impressum privacy terms';
  expect(infoPaths.sort().join(' ').replaceAll('/', '')).toBe(names);
});

test('PostHog is named where events are passed on to it, and nowhere when they are not', async () => {
  const naming = [];
  for (const path of paths) {
    expect(await pageHtml(path), path).not.toMatch(/posthog(?!(Host|Token)":null)/i);
    const configured = await words(path, { posthogHost: 'ph.zeta.test' });
    if (configured.includes('PostHog')) {
      expect(configured, path).toContain('ph.zeta.test');
      naming.push(path);
    }
  }
  expect(naming.sort()).toEqual(['/', '/ccpa', '/cookies', '/gdpr', '/privacy']);
});

test('what a stranger can learn, how long counts stay, and where a draft is, are said as the software does it', async () => {
  const privacy = await words('/privacy', {});
  expect(privacy).toContain('learn that an address is on it');
  expect(privacy).toContain(`those by the quarter of an hour for ${QUARTER_DAYS} days`);
  const withMail = await words('/privacy', { unconfirmedRetentionDays: 31 });
  expect(withMail).toContain('learn that a confirmed address is on it');
  expect(withMail).not.toContain('learn that an address is on it');
  expect(await words('/cookies', {})).toContain('session history holds what you typed');
});

// Which page names the provider, recipients.test.ts shows.
test('the message is named where mail is sent, and nowhere else', async () => {
  const site = { ...testPageData().site, mailProvider: 'Postbote AG' };
  const on = { site, unconfirmedRetentionDays: 31, recipients: ['mail' as const] };
  const names = /asks? (you|people|the owner)[^.]* to confirm|check that it is yours/;
  const said = new Map<string, string>();
  for (const path of paths) {
    const off = await words(path, { site });
    expect(off, path).not.toMatch(names);
    expect(off, path).not.toContain('Postbote');
    const told = await words(path, on);
    if (names.test(told)) said.set(path, told);
  }
  expect([...said.keys()].sort()).toEqual(['/', '/ccpa', '/dpa', '/gdpr', '/privacy']);
  for (const path of ['/privacy', '/gdpr', '/']) expect(said.get(path)).toContain('Art. 6(1)(f)');
  expect(said.get('/privacy')).toContain('31 days after our first message');
});

test('where PostHog keeps events is told by its host', async () => {
  const place = async (posthogHost: string) => words('/gdpr', { posthogHost });
  expect(await place('eu.i.posthog.com')).toContain('servers in the European Union');
  expect(await place('us.i.posthog.com')).toContain('servers in the United States');
  expect(await place('ph.zeta.test')).toContain('Events go to PostHog at ph.zeta.test.');
});

test('no page says a brand, a company or an address of its own', () => {
  const [example] = Object.values(
    import.meta.glob<Site>('../../../../data/site.example.json', {
      import: 'default',
      eager: true,
    }),
  );
  if (!example) throw new Error('no data/site.example.json');
  const { brand, company, email, phone, address, vatId, register } = example;
  const values = [brand, company, email, phone, address.street, vatId, register];
  for (const [file, source] of Object.entries(sources))
    for (const value of values) expect(source, file).not.toContain(value);
});

const DELETED = 'ploaded content is typically deleted within 30 days after processing completes';
test.each([
  ['/contact', ['help@zeta.test', '+49 30 1', 'Zeta GmbH, Weg 1, 1 Ort, Land']],
  ['/privacy', ['help@zeta.test', '+49 30 1', 'Zeta GmbH, Weg 1, 1 Ort, Land']],
  ['/terms', ['help@zeta.test', 'Zeta GmbH', 'law of Germany', 'Last updated June 15, 2025']],
  ['/impressum', ['§ 5 DDG', '§ 18(2) MStV', 'Zeta GmbH', 'Weg 1', '1 Ort', 'Land', 'HRB 1']],
  ['/impressum', ['DE1', 'Z. Eta', 'help@zeta.test', '+49 30 1']],
  ['/ccpa', ['help@zeta.test', '+49 30 1', 'answer requests within 45 days']],
  ['/gdpr', ['help@zeta.test', 'Z. Eta', 'Zeta GmbH', 'response within one month']],
  ['/dpa', ['help@zeta.test', 'Zeta GmbH', 'Zeta & Söhne']],
  ['/privacy', [DELETED]],
  ['/terms', [DELETED]],
  ['/dpa', [DELETED]],
])('%s has the identity and the legal constants %j', async (path, values) => {
  const said = await words(path);
  for (const value of values) expect.soft(said).toContain(value);
});

test.each([
  [
    '/privacy',
    'Introduction, Information we collect, Personal data, Usage data, Technical data, Content data, How we use it, Security, Your rights, Contact',
  ],
  [
    '/terms',
    'Agreement, Use license, Availability, Content ownership, Liability, Governing law, Contact',
  ],
  ['/ccpa', 'Right to know, Right to delete, Right to opt out, Right to non-discrimination'],
  ['/gdpr', 'Your rights, Legal bases, Recipients and transfers, Retention'],
  ['/dpa', 'Controller and processor, Processing details, Security, Subprocessors, Breaches'],
  ['/impressum', 'Company, Managing director, Contact, Register entry, VAT, Disclaimer'],
])('what %s has to speak of, it has a heading for', async (path, headings) => {
  const found = [...(await mainHtml(path)).matchAll(/<h[23][^>]*>([^<]+)</g)];
  const texts = found.map(([, text]) => text);
  for (const heading of headings.split(', ')) expect.soft(texts).toContain(heading);
});

test('the periods really set are told, and those of the consent cookie and its proof', async () => {
  for (const path of ['/privacy', '/gdpr', '/ccpa']) {
    const said = await words(path);
    for (const period of ['Up to 123 days', 'Up to 456 days', '182 days', 'Three years after']) {
      expect.soft(said, path).toContain(period);
    }
  }
  for (const word of ['cc_cookie', '182 days', 'up to 123 days'])
    expect.soft(await words('/cookies')).toContain(word);
  expect(await words('/gdpr', { eventRetentionDays: 1 })).toContain('Up to 1 day on our server');
  const long = await words('/gdpr', { eventRetentionDays: 2000 });
  expect(long).toContain('2182 days after the last decision');
  expect(long).not.toContain('Three years after');
});

test('the privacy policy names every event, every property and every legal basis', async () => {
  const said = await words('/privacy');
  for (const name of [
    ...eventSchema.options.map(({ shape }) => shape.name.value),
    ...eventSchema.options.flatMap(({ shape }) => Object.keys(shape.properties.shape)),
    ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
    ...['Art. 6(1)(a) GDPR', 'Art. 6(1)(b) GDPR', 'Art. 6(1)(c)', 'Art. 6(1)(f) GDPR'],
    ...['§ 25(1) TDDDG', 'Global Privacy Control', 'may identify a person'],
  ]) {
    expect.soft(said).toContain(name);
  }
});

test('links between pages lead to a page, and to a section that it has', async () => {
  for (const path of infoPaths) {
    for (const [, href = ''] of (await mainHtml(path)).matchAll(/href="([^"]+)"/g)) {
      if (/^(mailto|tel):/.test(href)) continue;
      const [page, section] = href.split('#');
      const to = page || path;
      expect(paths, `${href} on ${path}`).toContain(to);
      if (section) expect(await pageHtml(to), `${href} on ${path}`).toContain(`id="${section}"`);
    }
  }
});

test('the contact form is served disabled, by post, without required fields, and says why', async () => {
  const form = /<form[\s\S]*<\/form>/.exec(await pageHtml('/contact'))?.[0] ?? '';
  expect(form).toMatch(/^<form[^>]* method="post"/);
  expect(form).not.toMatch(/ action=|required/);
  expect(form).toMatch(/<textarea[^>]* rows="5"/);
  expect(form).toMatch(/<button[^>]*type="button"[^>]*aria-disabled="true"/);
  expect(form).toContain('This page itself sends nothing.');
  expect(form).toMatch(/<noscript>.*needs JavaScript.*help@zeta\.test/);
  const labels = [...form.matchAll(/<label[^>]*>([^<]+)</g)].map(([, label]) => label);
  expect(labels).toEqual(['Full Name', 'Email', 'Subject', 'Message']);
});
