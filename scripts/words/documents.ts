// Renders all that a site says, with the code in a folder, and writes each document as a file: tsx documents.ts CODE FOLDER.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { createServer } from 'vite';
import type { EnteredWords, PageData, RenderModule } from '../../shared/src/page.ts';
import { MAIL_PAGES } from '../../shared/src/page.ts';
import type { Site } from '../../shared/src/site.ts';
import { textsBelow } from './texts-below.ts';

const [code = '', folder = ''] = process.argv.slice(2);
process.chdir(code);
const server = await createServer({
  root: code,
  configFile: join(code, 'vite.config.ts'),
  mode: 'production',
  server: { middlewareMode: true, ws: false },
  appType: 'custom',
  optimizeDeps: { noDiscovery: true },
  logLevel: 'error',
});
const load = (path: string) => server.ssrLoadModule(`/client/src/${path}`);
const rendered = (await load('render/entry-server.tsx')) as RenderModule;
const { loadWording } = await load('site/content/languages.ts');
const { testPageData } = await load('site/testing/test-page-data.ts').catch(
  () => load('site/test-data.ts'), // in commits of before
);

const add = (label: string, document: unknown) => {
  const text = typeof document === 'string' ? document : JSON.stringify(document, null, 1);
  writeFileSync(join(folder, label.replaceAll(/[/:]/g, '_')), `${text}\n`);
};

const { site }: { site: Site } = testPageData();
const oneOf = fc.constantFrom;
const posthogHost = oneOf(null, 'eu.i.posthog.com', 'us.i.posthog.com', 'ph.zeta.test');
/** Periods come in all grammatical forms, of which Arabic has five. */
const days = oneOf(1, 2, 3, 11, 14, 31, 100, 1_234, 12_345);
const place = fc.record(
  {
    country: oneOf('Land'),
    ground: oneOf('adequacy' as const, 'scc' as const),
    retentionDays: days,
  },
  { requiredKeys: [] },
);
const receiver = place.map((place) => ({ name: 'Rechner AG', ...place }));
/** What changes words, each present or not. */
const ofSite = fc.record(
  {
    url: oneOf(site.url, 'http://zeta.test'),
    address: oneOf('DE', 'AT', 'CH', 'FR', 'GB', 'US', 'CA').map((countryCode) => {
      return { ...site.address, countryCode };
    }),
    phone: oneOf(null),
    register: oneOf(null),
    vatId: oneOf(null),
    managingDirector: oneOf(null),
    dataProtectionOfficer: oneOf(null, 'D. Po'),
    euRepresentative: oneOf(null, 'Rep GmbH'),
    ukRepresentative: oneOf(null, 'Rep Ltd'),
    supervisoryAuthority: oneOf(null, 'The Authority'),
    minimumAge: oneOf(16),
    privacyDate: oneOf('2026-11-01'),
    backupDays: fc.oneof(oneOf(0), days),
    mailProvider: oneOf('Postbote & Söhne AG'),
    subprocessors: receiver.map((one) => [{ ...one, purpose: 'Voices.' }]),
    recipients: fc.record(
      { hosting: fc.option(receiver), posthog: place, mail: place, team: receiver },
      { requiredKeys: [] },
    ),
    media: oneOf({ de: 'de.opus' }),
  },
  { requiredKeys: [] },
);
const configuration = fc.record(
  {
    posthogHost,
    gpc: fc.boolean(),
    eventRetentionDays: days,
    signupRetentionDays: days,
    unconfirmedRetentionDays: days,
    recipients: fc.subarray(['mail', 'team', 'webhook', 'database', 'proxy', 'hosting']),
    site: ofSite.map((over) => ({ ...site, ...over })),
  },
  { requiredKeys: [] },
);
/** The same in each run, and enough for every value to appear several times beside others. */
const configurations = fc.sample(configuration, { seed: 1, numRuns: 60 });
for (const [index, data] of configurations.entries()) add(`configuration ${index}`, data);

/** What nothing loads by its name, and words of mails, which are all rendered below. */
const OTHERS = ['drawings', 'frame', 'index', 'mail', 'offer', 'processing'];
const files = readdirSync('client/src/site/content/en');
const names = new Set(files.map((name) => name.replace(/\.(ts|json)$/, '')));
for (const part of OTHERS) names.delete(part);

const entered: readonly (EnteredWords | undefined)[] = [
  undefined,
  {
    name: 'Ann',
    maskedEmail: 'a•••@example.org',
    signupType: 'beta',
    youtubeChannel: '@ann',
    useCase: 'Films',
  },
  {
    name: 'Ann',
    maskedEmail: 'a•••@example.org',
    signupType: 'notifyme',
    youtubeChannel: null,
    useCase: null,
  },
];
const confirmation = fc.record({
  name: oneOf('', 'Ann'),
  signupType: oneOf('beta' as const, 'notifyme' as const),
  code: oneOf('123456'),
  confirmUrl: oneOf('https://zeta.test/a'),
  leaveUrl: oneOf('https://zeta.test/b'),
  unconfirmedRetentionDays: days,
});
for (const language of rendered.languages) {
  const common = { language, languages: rendered.languages };
  for (const [index, over] of configurations.entries()) {
    const data: PageData = testPageData({ ...common, ...over });
    for (const path of [...rendered.paths, '/none']) {
      const { html } = await rendered.render(path, { data, manifest: null });
      add(`${language} ${path} (${index})`, html);
    }
    const consent = await rendered.consentText(language, data);
    add(`${language} consent (${index})`, consent);
  }
  const input = { data: testPageData(common), manifest: null };
  for (const page of MAIL_PAGES) {
    for (const [index, words] of entered.entries()) {
      const document = await rendered.mailPage(page, input, words && { entered: words });
      add(`${language} page of a mail: ${page} (${index})`, document);
    }
  }
  for (const [index, message] of fc.sample(confirmation, { seed: 1, numRuns: 200 }).entries()) {
    const mail = await rendered.confirmMessage({ language, site, ...message });
    add(`${language} mail (${index})`, mail);
  }
  add(`${language} web manifest`, await rendered.webManifest(site, language));

  // What only the browser shows, such as dialogs and messages of the form.
  const wording = await loadWording(language);
  add(`${language} words: frame`, textsBelow(wording.frame));
  for (const name of names) add(`${language} words: ${name}`, textsBelow(await wording.load(name)));
}
add(
  'words of the team',
  textsBelow(await server.ssrLoadModule('/server/src/words/server-messages.ts')),
);
await server.close();
process.exit(0);
