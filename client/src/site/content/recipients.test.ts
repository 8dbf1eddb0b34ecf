import { describe, expect, test } from 'vitest';
import type { PageData, Recipient } from '#shared/page';
import type { Language } from '#shared/site-languages';
import { testPageData } from '../test-data.ts';
import { loadWording, writtenLanguages } from './languages.ts';

const HOST = 'ph.zeta.test';
const PROVIDER = 'Postbote AG';
/** The name of the team's messaging service, as every case of each language has it. */
const TEAM_SERVICE: Record<Language, string> = {
  en: 'messaging service',
  de: 'Chatdienst',
  es: 'servicio de mensajería',
  fr: 'service de messagerie instantanée',
  'pt-BR': 'serviço de mensagens',
  ja: 'メッセージングサービス',
  hi: 'मैसेजिंग सेवा',
  ar: 'خدمة المراسلة',
};

/** Each has a sentence of its own on the privacy and GDPR pages, in general words. */
const UNNAMED = ['mail', 'team', 'webhook', 'database', 'proxy', 'hosting'] as const;

interface Setting {
  posthog: boolean;
  namesProvider: boolean;
  recipients: readonly Recipient[];
}
const onOff = [false, true];
const SETTINGS: readonly Setting[] = onOff.flatMap((posthog) =>
  onOff.flatMap((namesProvider) =>
    [[], ...UNNAMED.map((who) => [who]), ['mail', 'team'] as const, UNNAMED].map((recipients) => ({
      posthog,
      namesProvider,
      recipients,
    })),
  ),
);
const NOTHING: Setting = { posthog: false, namesProvider: false, recipients: [] };

const dataOf = ({ posthog, namesProvider, recipients }: Setting, language: Language): PageData =>
  testPageData({
    language,
    posthogHost: posthog ? HOST : null,
    recipients,
    site: { ...testPageData().site, ...(namesProvider && { mailProvider: PROVIDER }) },
    ...(recipients.includes('mail') && { unconfirmedRetentionDays: 30 }),
  });

/** Returns the texts below a value: each line, with the words of its links, as one. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value) && value.some((part) => typeof part === 'string')) {
    return [value.flatMap(textsOf).join('')];
  }
  return Object.values(value).flatMap(textsOf);
}

const PAGES = ['privacy', 'gdpr', 'ccpa'] as const;
type Place = (typeof PAGES)[number] | 'note';

describe.each(writtenLanguages)('%s', async (language) => {
  const wording = await loadWording(language);
  const { entryNote, note } = await wording.load('offers');
  const noteOf = (data: PageData) => entryNote(data, data.site.mailProvider);
  const pages = {
    privacy: await wording.load('privacy'),
    gdpr: await wording.load('gdpr'),
    ccpa: await wording.load('ccpa'),
  };
  const structure = `./structure/processing.ts?language=${language.toLowerCase()}`;
  const processing: typeof import('./structure/processing.ts') = await import(
    /* @vite-ignore */ structure
  );
  const { noTransfers } = processing;
  const nobodyReceives = processing.nobodyReceives(testPageData().site.company);
  /** What may be said only where nobody receives anything, and where it is said then. */
  const claims: readonly (readonly [Place, string])[] = [
    ['privacy', nobodyReceives],
    ['gdpr', nobodyReceives],
    ['privacy', noTransfers],
    ['gdpr', noTransfers],
    ['ccpa', pages.ccpa.noServiceProviders],
    ['note', note.stays],
  ];

  const pageTexts = (page: (typeof PAGES)[number], setting: Setting) =>
    textsOf(pages[page].content(dataOf(setting, language)));
  function isSaid(place: Place, text: string, setting: Setting): boolean {
    return place === 'note'
      ? noteOf(dataOf(setting, language)).includes(text)
      : pageTexts(place, setting).includes(text);
  }

  test('says that nobody receives anything only where nobody does', () => {
    for (const setting of SETTINGS) {
      const isShared = setting.posthog || setting.recipients.length > 0;
      for (const [place, text] of claims) {
        const label = `${place}, ${JSON.stringify(setting)}: ${text}`;
        expect.soft(isSaid(place, text, setting), label).toBe(!isShared);
      }
    }
  });

  test('a message does not stay on the server, even if the site’s own mail server delivers it', () => {
    const data = testPageData({ language, unconfirmedRetentionDays: 30 });
    expect(noteOf(data)).not.toContain(note.stays);
  });

  test('who runs the database keeps what is entered; a proxy only passes everything on', async () => {
    const { content } = await wording.load('cookies');
    const { thirdParty } = (await import(`./${language.toLowerCase()}/cookies.json`)).default;
    const saidWith = (...recipients: Recipient[]) => {
      const data = testPageData({ language, recipients });
      return [noteOf(data), ...textsOf(content(data))];
    };
    const says = (texts: string[]) =>
      [note.kept, note.handled, thirdParty.direct].map((one) => texts.join('\n').includes(one));
    expect(says(saidWith('team'))).toEqual([true, false, true]);
    expect(says(saidWith('database'))).toEqual([false, true, true]);
    expect(says(saidWith('hosting'))).toEqual([false, true, true]);
    expect(says(saidWith('proxy'))).toEqual([true, false, false]);
  });

  test('names each recipient on the legal pages and below the form, and no other', () => {
    for (const setting of SETTINGS) {
      const { posthog, namesProvider, recipients } = setting;
      const places = PAGES.map((page) => [page, pageTexts(page, setting).join('\n')]);
      places.push(['note', noteOf(dataOf(setting, language))]);
      for (const [place, said] of places) {
        const label = `${place}, ${JSON.stringify(setting)}`;
        const named = recipients.includes('mail') && namesProvider;
        expect.soft(said?.includes(HOST), label).toBe(posthog);
        expect.soft(said?.includes(PROVIDER), label).toBe(named);
        // That somebody signed up is said on the pages alone: it names nobody.
        const isTold =
          recipients.includes('team') || (place !== 'note' && recipients.includes('webhook'));
        expect.soft(said?.includes(TEAM_SERVICE[language]), label).toBe(isTold);
      }
    }
  });

  test.each(UNNAMED)('describes a recipient that nobody has named: %s', (who) => {
    const mailed = { unconfirmedRetentionDays: 30, posthogHost: HOST };
    const saidWith = (page: (typeof PAGES)[number], one: Recipient) =>
      textsOf(pages[page].content(testPageData({ language, ...mailed, recipients: [one] })));
    for (const page of PAGES) {
      const others = UNNAMED.filter((one) => one !== who).flatMap((one) => saidWith(page, one));
      const own = saidWith(page, who).filter((text) => !others.includes(text));
      expect(own, page).not.toEqual([]);
    }
  });

  // So that no such claim is forgotten above.
  test.each<[Setting, Setting]>([
    [NOTHING, { ...NOTHING, recipients: ['team'] }],
    [NOTHING, { ...NOTHING, recipients: ['proxy'] }],
  ])('a first recipient takes back what is said of nobody, and nothing else', (alone, shared) => {
    for (const page of PAGES) {
      const still = pageTexts(page, shared);
      const takenBack = pageTexts(page, alone).filter((text) => !still.includes(text));
      const ofPage = claims.filter(([place]) => place === page).map(([, text]) => text);
      // With somebody's proxy, the browser contacts another company.
      if (page === 'privacy' && shared.recipients.includes('proxy'))
        ofPage.push(pages.privacy.onlyThisSite);
      expect(takenBack.sort(), page).toEqual(ofPage.sort());
    }
  });
});

test('the note has spaces between its sentences, except in Japanese', async () => {
  const noteIn = async (language: Language) => {
    const { entryNote } = await (await loadWording(language)).load('offers');
    return entryNote(testPageData({ recipients: ['team'] }));
  };
  expect(await noteIn('en')).toContain('time. We keep it on our own server. The');
  expect(await noteIn('ja')).not.toMatch(/\s/);
});
