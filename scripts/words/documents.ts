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
/** Periods in all grammatical forms, of which Arabic has five, with what else changes words in few places. */
const PERIODS: readonly (Partial<PageData> & Pick<PageData, 'eventRetentionDays'>)[] = [
  { eventRetentionDays: 395, signupRetentionDays: 730 },
  { eventRetentionDays: 2000, signupRetentionDays: 2, gpc: true, site: { ...site, backupDays: 0 } },
  { eventRetentionDays: 1, signupRetentionDays: 11, site: { ...site, backupDays: 14 } },
  {
    eventRetentionDays: 12_345,
    signupRetentionDays: 1234,
    site: { ...site, backupDays: 1, url: 'http://zeta.test' },
  },
  { eventRetentionDays: 100, signupRetentionDays: 3, site: { ...site, backupDays: 2 } },
];
const HOSTS = [null, 'eu.i.posthog.com', 'us.i.posthog.com', 'ph.zeta.test'];

/** What changes words: PostHog, mail, who delivers it, webhooks, Global Privacy Control, backups, periods. */
const configurations: [name: string, data: Partial<PageData>][] = HOSTS.flatMap((posthogHost) =>
  ['no mail', 'mail', 'mail by a provider']
    .flatMap((mail) =>
      [false, true].flatMap((tellsTeam) => [1, 31].map((days) => ({ mail, tellsTeam, days }))),
    )
    .map(({ mail, tellsTeam, days }, index): [string, Partial<PageData>] => {
      const periods = PERIODS[index % PERIODS.length] ?? testPageData();
      return [
        `${posthogHost}, ${mail}, ${tellsTeam ? 'webhook' : 'no webhook'}, ${periods.eventRetentionDays} days`,
        {
          ...periods,
          posthogHost,
          ...(mail !== 'no mail' && { unconfirmedRetentionDays: days }),
          recipients: [
            ...(mail === 'mail by a provider' ? (['mail'] as const) : []),
            ...(tellsTeam ? (['team'] as const) : []),
          ],
          site: {
            ...(periods.site ?? site),
            ...(mail === 'mail by a provider' && { mailProvider: 'Postbote & Söhne AG' }),
          },
        },
      ];
    }),
);

/** What an operator sets in data/site.json, where it changes words. */
const sites: readonly (readonly [name: string, site: Partial<Site>])[] = [
  ...['AT', 'CH', 'FR', 'GB', 'US', 'CA'].map(
    (countryCode) =>
      [`law of ${countryCode}`, { address: { ...site.address, countryCode } }] as const,
  ),
  ['sole trader', { phone: null, register: null, vatId: null, managingDirector: null }],
  [
    'everything',
    {
      dataProtectionOfficer: 'D. Po',
      euRepresentative: 'Rep GmbH',
      ukRepresentative: 'Rep Ltd',
      supervisoryAuthority: 'The Authority',
      minimumAge: 16,
      privacyDate: '2026-11-01',
      media: { de: 'de.opus' },
      subprocessors: [{ name: 'Rechner AG', purpose: 'Voices.', country: 'Land', ground: 'scc' }],
      recipients: { hosting: { country: 'Land', ground: 'adequacy' } },
    },
  ],
];
configurations.push(
  ...sites.map(([name, over]): [string, Partial<PageData>] => [
    name,
    { site: { ...site, ...over } },
  ]),
  ...(['mail', 'webhook', 'database', 'proxy', 'hosting'] as const).map(
    (who): [string, Partial<PageData>] => [
      `unnamed: ${who}`,
      { recipients: [who], ...(who === 'mail' && { unconfirmedRetentionDays: 31 }) },
    ],
  ),
);

const recipients = {
  hosting: { name: 'Rechner AG', country: 'Land', ground: 'scc' },
  posthog: { retentionDays: 365 },
  team: { name: 'Plauder AG', retentionDays: 30 },
} as const;
const posthogHost = 'us.i.posthog.com';
configurations.push(
  ['a host', { posthogHost, recipients: ['hosting', 'team'], site: { ...site, recipients } }],
  ['no word of a host', { site: { ...site, recipients: {} } }],
);

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
