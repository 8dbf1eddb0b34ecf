import { afterEach, expect, test, vi } from 'vitest';
import { eventSchema } from '#shared/events';
import { QUARTER_DAYS } from '#shared/limits';
import type { PageData } from '#shared/page';
import type { Site } from '#shared/site';
import { paths, render } from '../../render/entry-server.tsx';
import { testPageData } from '../test-data.ts';

const sources = import.meta.glob<string>(['./*/*.{ts,json}', './identity.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const infoPaths = paths.filter((path) => path !== '/');

const entities: Record<string, string> = { amp: '&', '#x27': "'", quot: '"', lt: '<', gt: '>' };
const html = async (path: string, over?: Partial<PageData>) =>
  (await render(path, { data: testPageData(over), manifest: null })).html;
/** What a reader finds in the page's own part, as one line. */
async function words(path: string, over?: Partial<PageData>) {
  const main = /<main[\s\S]*<\/main>/.exec(await html(path, over))?.[0] ?? '';
  return main
    .replace(/<[^>]+>/g, ' ')
    .replace(/&([#\w]+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;)])/g, '$1');
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('every page of the specification is there and React has nothing to object to', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect([...infoPaths].sort()).toEqual(
    '/about /accessibility /ccpa /contact /cookies /dpa /gdpr /impressum /privacy /terms'.split(
      ' ',
    ),
  );
  for (const path of infoPaths) {
    for (const posthogHost of [null, 'eu.i.posthog.com']) await html(path, { posthogHost });
  }
  // React's development build wants a newer ArrayBuffer than Node 20 has; the page does not depend on it.
  const ofReact = complaints.mock.calls.filter(([text]) => !`${text}`.includes('ArrayBuffer'));
  expect(ofReact).toEqual([]);
});

test('PostHog is named where events are passed on to it, and nowhere when they are not', async () => {
  const naming = [];
  for (const path of paths) {
    expect(await html(path), path).not.toMatch(/posthog(?!(Host|Token)":null)/i);
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

test('the message and who delivers it are named where mail is sent, and nowhere else', async () => {
  const provider = 'Postbote AG';
  const site = { ...testPageData().site, mailProvider: provider };
  const on = { site, unconfirmedRetentionDays: 31, recipients: ['mail' as const] };
  const names = /asks? (you|people|the owner)[^.]* to confirm|check that it is yours/;
  for (const path of paths) {
    const off = await words(path, { site });
    expect(off, path).not.toMatch(names);
    expect(off, path).not.toContain('Postbote');
  }
  for (const path of ['/privacy', '/gdpr', '/dpa', '/ccpa', '/']) {
    const told = await words(path, on);
    expect(told, path).toMatch(names);
    if (path === '/dpa') continue;
    expect(told, path).toContain(provider);
    expect(await words(path, { unconfirmedRetentionDays: 31 }), path).not.toContain(provider);
    if (path !== '/ccpa') expect(told, path).toContain('Art. 6(1)(f)');
  }
  const privacy = await words('/privacy', on);
  expect(privacy).toContain('31 days after our first message');
  expect(privacy).not.toContain('Nobody outside Zeta GmbH receives your data. ');
});

test('an objection to messages is set apart, and its link is named where mail is sent', async () => {
  for (const path of ['/privacy', '/gdpr']) {
    expect(await html(path)).toMatch(/<h3[^>]*>Objecting to messages<\/h3>/);
    expect(await words(path)).not.toContain('the link at the end of a message');
    const withMail = await words(path, { unconfirmedRetentionDays: 31 });
    expect(withMail).toMatch(/without giving reasons\..*the link at the end of a message/);
  }
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
  for (const [file, source] of Object.entries(sources)) {
    for (const value of [brand, company, email, phone, address.street, vatId, register]) {
      expect(source, file).not.toContain(value);
    }
  }
});

test.each([
  ['/contact', ['help@zeta.test', '+49 30 1', 'Zeta GmbH, Weg 1, 1 Ort, Land']],
  ['/privacy', ['help@zeta.test', '+49 30 1', 'Zeta GmbH, Weg 1, 1 Ort, Land']],
  ['/terms', ['help@zeta.test', 'Zeta GmbH', 'law of Germany', 'Last updated June 15, 2025']],
  ['/impressum', ['§ 5 DDG', '§ 18(2) MStV', 'Zeta GmbH', 'Weg 1', '1 Ort', 'Land', 'HRB 1']],
  ['/impressum', ['DE1', 'Z. Eta', 'help@zeta.test', '+49 30 1', 'Disclaimer']],
  ['/ccpa', ['help@zeta.test', '+49 30 1']],
  ['/gdpr', ['help@zeta.test', 'Z. Eta', 'Zeta GmbH']],
  ['/dpa', ['help@zeta.test', 'Zeta GmbH', 'Zeta & Söhne']],
])('%s bears the identity %j', async (path, values) => {
  const said = await words(path);
  for (const value of values) expect.soft(said).toContain(value);
});

test('the legal constants of the specification, section 9, stand on their pages', async () => {
  const deletion = 'ploaded content is typically deleted within 30 days after processing completes';
  expect(await words('/ccpa')).toContain('answer requests within 45 days');
  expect(await words('/gdpr')).toContain('response within one month');
  expect(await words('/terms')).toContain(deletion);
  expect(await words('/privacy')).toContain(deletion);
  expect(await words('/dpa')).toContain(deletion);
  expect(await words('/privacy')).toContain('Last updated June 15, 2025');
  expect(await html('/contact')).toMatch(/<textarea[^>]* rows="5"/);
});

test('what each page has to speak of, it has a heading for', async () => {
  const expected = {
    '/privacy':
      'Introduction, Information we collect, Personal data, Usage data, Technical data, Content data, How we use it, Security, Your rights, Contact',
    '/terms':
      'Agreement, Use license, Availability, Content ownership, Liability, Governing law, Contact',
    '/ccpa': 'Right to know, Right to delete, Right to opt out, Right to non-discrimination',
    '/gdpr': 'Your rights, Legal bases, Recipients and transfers, Retention',
    '/dpa': 'Controller and processor, Processing details, Security, Subprocessors, Breaches',
    '/impressum': 'Company, Managing director, Contact, Register entry, VAT, Disclaimer',
  };
  for (const [path, headings] of Object.entries(expected)) {
    const main = /<main[\s\S]*<\/main>/.exec(await html(path))?.[0] ?? '';
    const found = [...main.matchAll(/<h[23][^>]*>([^<]+)</g)].map(([, text]) => text);
    for (const heading of headings.split(', ')) expect.soft(found, path).toContain(heading);
  }
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
  expect(await words('/gdpr', { eventRetentionDays: 1 })).toContain('Up to 1 day.');
  const long = await words('/gdpr', { eventRetentionDays: 2000 });
  expect(long).toContain('2182 days after the last decision');
  expect(long).not.toContain('Three years after');
});

test('the privacy policy names every event, every property and every legal basis', async () => {
  const said = await words('/privacy');
  for (const name of [
    ...eventSchema.options.flatMap(({ shape }) => [
      shape.name.value,
      ...Object.keys(shape.properties.shape),
    ]),
    'utm_source',
    'utm_medium',
    'utm_campaign',
    'utm_term',
    'utm_content',
    'may identify a person',
    'Art. 6(1)(a) GDPR',
    'Art. 6(1)(b) GDPR',
    'Art. 6(1)(c)',
    'Art. 6(1)(f) GDPR',
    '§ 25(1) TDDDG',
    'Global Privacy Control',
  ]) {
    expect.soft(said).toContain(name);
  }
});

test('links between pages lead to a page, and to a section that it has', async () => {
  for (const path of infoPaths) {
    const main = /<main[\s\S]*<\/main>/.exec(await html(path))?.[0] ?? '';
    for (const [, href = ''] of main.matchAll(/href="([^"]+)"/g)) {
      if (/^(mailto|tel):/.test(href)) continue;
      const [page, section] = href.split('#');
      const to = page || path;
      expect(paths, `${href} on ${path}`).toContain(to);
      if (section) expect(await html(to), `${href} on ${path}`).toContain(`id="${section}"`);
    }
  }
});

test('the contact form is served disabled, by post, without required fields, and says why', async () => {
  const form = /<form[\s\S]*<\/form>/.exec(await html('/contact'))?.[0] ?? '';
  expect(form).toMatch(/^<form[^>]* method="post"/);
  expect(form).not.toMatch(/ action=|required/);
  expect(form).toMatch(/<button[^>]*type="button"[^>]*aria-disabled="true"/);
  expect(form).toContain('This page itself sends nothing.');
  expect(form).toMatch(/<noscript>.*needs JavaScript.*help@zeta\.test/);
  const labels = [...form.matchAll(/<label[^>]*>([^<]+)</g)].map(([, label]) => label);
  expect(labels).toEqual(['Full Name', 'Email', 'Subject', 'Message']);
});
