// Renders all that a site says, with the code of a folder, and writes a hash of each document: tsx documents.ts FOLDER FILE [LABEL].
// With a label, it writes that document instead.
import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import type { EnteredWords, PageData, RenderModule } from '../../shared/src/page.ts';
import { MAIL_PAGES } from '../../shared/src/page.ts';
import type { Site } from '../../shared/src/site.ts';
import { addTeamDocuments } from './team-documents.ts';
import { textsBelow } from './texts-below.ts';

const [folder = '', file = '', wanted] = process.argv.slice(2);
process.chdir(folder);
const server = await createServer({
  root: folder,
  configFile: join(folder, 'vite.config.ts'),
  mode: 'production',
  server: { middlewareMode: true, ws: false },
  appType: 'custom',
  optimizeDeps: { noDiscovery: true },
  logLevel: 'error',
});
const load = (path: string) => server.ssrLoadModule(`/client/src/${path}`);
const rendered = (await load('render/entry-server.tsx')) as RenderModule;
const { loadWording } = await load('site/content/languages.ts');
const { testPageData } = await load('site/test-data.ts');

const documents: [label: string, document: string][] = [];
const add = (label: string, document: unknown) => {
  const text = typeof document === 'string' ? document : JSON.stringify(document, null, 1);
  documents.push([label, text]);
};

const { site }: { site: Site } = testPageData();
const HOSTS = [null, 'eu.i.posthog.com', 'us.i.posthog.com', 'ph.zeta.test'];
const ofSite = (over: Partial<Site>): Partial<PageData> => ({ site: { ...site, ...over } });
const mailed = { unconfirmedRetentionDays: 31 };
const recipients = {
  hosting: { name: 'Rechner AG', country: 'Land', ground: 'scc' },
  posthog: { retentionDays: 365 },
  team: { name: 'Plauder AG', retentionDays: 30 },
} as const;
const everything: Partial<Site> = {
  dataProtectionOfficer: 'D. Po',
  euRepresentative: 'Rep GmbH',
  ukRepresentative: 'Rep Ltd',
  supervisoryAuthority: 'The Authority',
  minimumAge: 16,
  privacyDate: '2026-11-01',
  media: { de: 'de.opus' },
  subprocessors: [{ name: 'Rechner AG', purpose: 'Voices.', country: 'Land', ground: 'scc' }],
  recipients: { hosting: { country: 'Land', ground: 'adequacy' } },
};
const trader = { phone: null, register: null, vatId: null, managingDirector: null };

/** Who delivers mail and who is told, beside each host of PostHog. */
const MAIL: Readonly<Record<string, Partial<PageData>>> = {
  'no mail': {},
  'mail, webhook': { ...mailed, unconfirmedRetentionDays: 1, recipients: ['team'] },
  'mail by a provider, webhook': {
    ...mailed,
    ...ofSite({ mailProvider: 'Postbote & Söhne AG' }),
    recipients: ['mail', 'team'],
  },
};

/** What changes words. Periods and backups come in all grammatical forms, of which Arabic has five. */
const configurations: [name: string, data: Partial<PageData>][] = [
  ...HOSTS.flatMap((posthogHost) =>
    Object.entries(MAIL).map(([name, data]): [string, Partial<PageData>] => [
      `${posthogHost}, ${name}`,
      { ...data, posthogHost },
    ]),
  ),
  ...[
    { event: 2000, signup: 2, backup: 0, gpc: true },
    { event: 1, signup: 11, backup: 14 },
    { event: 12_345, signup: 1234, backup: 1, url: 'http://zeta.test' },
    { event: 100, signup: 3, backup: 2 },
  ].map(({ event, signup, backup, gpc = false, url = site.url }): [string, Partial<PageData>] => [
    `${event} days`,
    {
      ...mailed,
      ...ofSite({ backupDays: backup, url }),
      ...{ eventRetentionDays: event, signupRetentionDays: signup, gpc },
    },
  ]),
  ...['AT', 'CH', 'FR', 'GB', 'US', 'CA'].map((countryCode): [string, Partial<PageData>] => [
    `law of ${countryCode}`,
    ofSite({ address: { ...site.address, countryCode } }),
  ]),
  ...(['mail', 'webhook', 'database', 'proxy', 'hosting'] as const).map(
    (who): [string, Partial<PageData>] => [`unnamed: ${who}`, { ...mailed, recipients: [who] }],
  ),
  ['sole trader', ofSite(trader)],
  ['everything', ofSite(everything)],
  [
    'a host',
    { ...ofSite({ recipients }), posthogHost: 'us.i.posthog.com', recipients: ['hosting', 'team'] },
  ],
  ['no word of a host', ofSite({ recipients: {} })],
];

/** What nothing loads by its name, and words of mails, which are all rendered below. */
const OTHERS = ['drawings', 'frame', 'index', 'mail', 'offer', 'processing'];
const names = new Set(
  readdirSync('client/src/site/content/en').map((name) => name.replace(/\.(ts|json)$/, '')),
);
for (const part of OTHERS) names.delete(part);

const entered: readonly (EnteredWords | undefined)[] = [
  undefined,
  { name: 'Ann', signupType: 'beta', youtubeChannel: '@ann', useCase: 'Films' },
  { name: 'Ann', signupType: 'notifyme', youtubeChannel: null, useCase: null },
];
for (const language of rendered.languages) {
  const common = { language, languages: rendered.languages };
  for (const [name, over] of configurations) {
    const data: PageData = testPageData({ ...common, ...over });
    for (const path of [...rendered.paths, '/none']) {
      const { html } = await rendered.render(path, { data, manifest: null });
      add(`${language} ${path} (${name})`, html);
    }
  }
  const input = { data: testPageData(common), manifest: null };
  for (const page of MAIL_PAGES) {
    for (const [index, words] of entered.entries()) {
      const document = await rendered.mailPage(page, input, words && { entered: words });
      add(`${language} page of a mail: ${page} (${index})`, document);
    }
  }
  for (const signupType of ['beta', 'notifyme'] as const) {
    for (const name of ['', 'Ann']) {
      for (const unconfirmedRetentionDays of [1, 2, 3, 11, 31, 100]) {
        const links = { confirmUrl: 'https://zeta.test/a', leaveUrl: 'https://zeta.test/b' };
        const message = { language, site, name, signupType, code: '123456', ...links };
        add(
          `${language} mail: ${signupType} (${name}, ${unconfirmedRetentionDays} days)`,
          await rendered.confirmMessage({ ...message, unconfirmedRetentionDays }),
        );
      }
    }
  }
  for (const posthogHost of HOSTS)
    add(
      `${language} consent (${posthogHost})`,
      await rendered.consentText(language, { posthogHost, recipients: [] }),
    );
  add(`${language} web manifest`, await rendered.webManifest(site, language));

  // What only the browser shows, such as dialogs and messages of the form.
  const wording = await loadWording(language);
  add(`${language} words: frame`, textsBelow(wording.frame));
  for (const name of names) add(`${language} words: ${name}`, textsBelow(await wording.load(name)));
}
await addTeamDocuments((path) => server.ssrLoadModule(`/server/src/${path}`), add);
await server.close();

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const document = documents.find(([label]) => label === wanted)?.[1];
writeFileSync(
  file,
  wanted === undefined
    ? documents.map(([label, text]) => `${sha256(text)}\t${label}\n`).join('')
    : `${document}`,
);
process.exit(0);
