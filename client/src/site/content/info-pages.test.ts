import { expect, test } from 'vitest';
import type { Site } from '#shared/site';
import { paths } from '../../render/entry-server.tsx';
import { mainHtml, mainWords, pageHtml } from '../../render/testing/page-words.ts';
import { testPageData } from '../testing/test-page-data.ts';
import type { tested } from './structure/accessibility.ts';

const sources = import.meta.glob<string>(['./*/*.{ts,json}', './identity.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const infoPaths = paths.filter((path) => path !== '/');

test('PostHog is named only where events are passed on to it', async () => {
  for (const path of paths)
    expect(await pageHtml(path), path).not.toMatch(/posthog(?!(Host|Token)":null)/i);
  expect(await mainWords('/cookies', { posthogHost: 'ph.zeta.test' })).toContain('ph.zeta.test');
});

// Which page names PostHog or who delivers the message, recipients.test.ts shows.
test('the message is named where mail is sent, and nowhere else', async () => {
  const site = { ...testPageData().site, mailProvider: 'Postbote AG' };
  const on = { site, unconfirmedRetentionDays: 31, recipients: ['mail' as const] };
  // Without mail, the note says that somebody will be asked before the launch.
  const names =
    /asks? (you|people|the owner)[^.]* to confirm (?!your address and to agree)|check that it is yours/;
  for (const path of paths) {
    expect(await mainWords(path, { site }), path).not.toMatch(names);
    const told = await mainWords(path, on);
    const isNamed = ['/', '/ccpa', '/dpa', '/gdpr', '/privacy'].includes(path);
    expect(names.test(told), path).toBe(isNamed);
    if (['/', '/gdpr', '/privacy'].includes(path))
      expect(told, path).toMatch(/Art\.\s6\(1\)\u2060?\(f\)/);
  }
  expect(await mainWords('/privacy', on)).toContain('31 days after our first message');
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

test.each([
  ['GB', 'London EC1A 1BB'],
  ['DE', 'EC1A 1BB London'],
])('an address in %s is written as there: %s', async (countryCode, written) => {
  const { site } = testPageData();
  const address = { ...site.address, city: 'London', postalCode: 'EC1A 1BB', countryCode };
  for (const path of ['/contact', '/impressum', '/dpa'])
    expect(await mainWords(path, { site: { ...site, address } }), path).toContain(written);
});

test.each([
  ['/privacy', 'Introduction, Information we collect, Personal data, Usage data, Technical data'],
  ['/privacy', 'Content data, How we use it, Security, Your rights, Contact'],
  ['/terms', 'Agreement, Use license, Availability, Content ownership, Liability'],
  ['/terms', 'Governing law, Contact'],
  ['/ccpa', 'Right to know, Right to delete, Right to opt out, Right to non-discrimination'],
  ['/gdpr', 'Your rights, Legal bases, Recipients and transfers, Retention'],
  ['/dpa', 'Controller and processor, Processing details, Security, Subprocessors, Breaches'],
  ['/impressum', 'Company, Managing director, Contact, Register entry, VAT, Disclaimer'],
])('what %s has to speak of, it has a heading for', async (path, headings) => {
  const found = [...(await mainHtml(path)).matchAll(/<h[23][^>]*>([^<]+)</g)];
  const texts = found.map(([, text]) => text);
  for (const heading of headings.split(', ')) expect.soft(texts).toContain(heading);
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

const specs = import.meta.glob<string>('../../../../e2e/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** Each claim of /accessibility, with what in the browser tests makes it true. */
const CHECKED_BY: Record<keyof typeof tested, RegExp[]> = {
  axe: [/'wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'/, /on every page axe/],
  contrast: [/colorScheme: 'light'.*\n.*\n.*colorScheme: 'dark', asked: ofColours/],
  size: [/smallControls\(page, 24\), .* at 1280 px/, /smallControls\(page, 44\), .* on a phone/],
  zoom: [/\.scrollWidth - [\s\S]{0,99} at 200 %/, /not scroll sideways with text of 200 %/],
  keyboard: [/by keyboard and screen reader: the question/, /by keyboard: .* the skip link/],
  colours: [/in forced colours controls keep their edges/],
  motion: [/nothing moves for who wants less motion/],
  // Each page is served whole: entry-server.test.ts.
  script: [/without JavaScript a form says so/],
};
test.each(Object.entries(CHECKED_BY))(
  '/accessibility claims what is checked: %s',
  (_, patterns) => {
    const tests = Object.values(specs).join('\n');
    for (const pattern of patterns) expect.soft(tests).toMatch(pattern);
  },
);
