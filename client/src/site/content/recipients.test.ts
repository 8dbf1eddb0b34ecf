import { describe, expect, test } from 'vitest';
import { type PageData, type Recipient, untoldOf } from '#shared/page';
import type { Language } from '#shared/site-languages';
import { testPageData } from '../testing/test-page-data.ts';
import { index } from './en/index.ts';
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
const UNNAMED = [
  ...(['mail', 'team', 'webhook', 'database', 'proxy'] as const),
  ...(['hosting', 'mailbox', 'backups', 'shop'] as const),
];

interface Setting {
  posthog: boolean;
  namesProvider: boolean;
  recipients: readonly Recipient[];
}
const GROUPS = [[], ...UNNAMED.map((who) => [who]), ['mail', 'team'] as const, UNNAMED];
const onOff = [false, true];
const SETTINGS: readonly Setting[] = GROUPS.flatMap((recipients) =>
  onOff.flatMap((posthog) =>
    onOff.map((namesProvider) => ({ posthog, namesProvider, recipients })),
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
  const noteOf = (data: PageData) => entryNote(data);
  const pages = {
    privacy: await wording.load('privacy'),
    gdpr: await wording.load('gdpr'),
    ccpa: await wording.load('ccpa'),
  };
  const structure = `./structure/processing.ts?language=${language.toLowerCase()}`;
  const processing: typeof import('./structure/processing.ts') = await import(
    /* @vite-ignore */ structure
  );
  const nobodyReceives = processing.nobodyReceives(testPageData().site.company);
  /** What may be said only where nobody receives anything, and where it is said then. */
  const CLAIMS: Readonly<Record<Place, readonly string[]>> = {
    privacy: [nobodyReceives, processing.noTransfers],
    gdpr: [nobodyReceives, processing.noTransfers],
    ccpa: [pages.ccpa.noServiceProviders],
    note: [note.stays],
  };
  /** Returns what is said in each place. */
  function saidIn(setting: Setting, over: Partial<PageData> = {}) {
    const data = { ...dataOf(setting, language), ...over };
    const texts = PAGES.map((page) => [page, textsOf(pages[page].content(data))] as const);
    return [...texts, ['note', [noteOf(data)]] as const];
  }
  const without = (all: readonly string[], others: readonly string[]) =>
    all.filter((text) => !others.includes(text));

  test('names each recipient on the legal pages and below the form, and no other; says of nobody only where there is none', () => {
    for (const setting of SETTINGS) {
      const { posthog, namesProvider, recipients } = setting;
      const isShared = posthog || recipients.length > 0;
      for (const [place, texts] of saidIn(setting)) {
        const label = `${place}, ${JSON.stringify(setting)}`;
        const said = texts.join('\n');
        for (const claim of CLAIMS[place])
          expect.soft(said.includes(claim), `${label}: ${claim}`).toBe(!isShared);
        expect.soft(said.includes(HOST), label).toBe(posthog);
        const isNamed = recipients.includes('mail') && namesProvider;
        expect.soft(said.includes(PROVIDER), label).toBe(isNamed);
        // That somebody signed up is said on the pages alone: it names nobody.
        const isTold =
          recipients.includes('team') || (place !== 'note' && recipients.includes('webhook'));
        expect.soft(said.includes(TEAM_SERVICE[language]), label).toBe(isTold);
      }
    }
  });

  test('who runs the database keeps what is entered; a proxy only passes everything on; a message leaves even one’s own server', async () => {
    const sendsMail = testPageData({ language, unconfirmedRetentionDays: 30 });
    expect(noteOf(sendsMail)).not.toContain(note.stays);
    const { content } = await wording.load('cookies');
    const { thirdParty } = (await import(`./${language.toLowerCase()}/cookies.json`)).default;
    const saysWith = (who: Recipient) => {
      const data = testPageData({ language, recipients: [who] });
      const said = [noteOf(data), ...textsOf(content(data))].join('\n');
      return [note.kept, note.handled, thirdParty.direct].map((one) => said.includes(one));
    };
    expect(saysWith('team')).toEqual([true, false, true]);
    expect(saysWith('database')).toEqual([false, true, true]);
    expect(saysWith('hosting')).toEqual([false, true, false]);
    expect(saysWith('proxy')).toEqual([true, false, false]);
  });

  test('names who received data earlier, and does not say meanwhile that nobody receives any', () => {
    const until = '2026-03-14';
    const past = [
      { who: 'posthog', name: HOST, until },
      { who: 'team', name: PROVIDER, until },
    ] as const;
    for (const one of past) {
      for (const [place, texts] of saidIn(NOTHING, { pastRecipients: [one] })) {
        if (place === 'note') continue;
        const said = texts.join('\n');
        expect(said, place).toContain(one.name);
        expect(said, place).toContain('2026');
        for (const claim of CLAIMS[place]) expect(said, place).not.toContain(claim);
      }
    }
    const saysOfPosthog = (over: Partial<PageData>) =>
      saidIn(NOTHING, over).map(
        ([, texts]) => texts.filter((text) => text.includes('PostHog')).length,
      );
    // Also how long it keeps what it has, and how that is deleted.
    const [today] = saysOfPosthog({ posthogHost: HOST });
    const [earlier] = saysOfPosthog({ pastRecipients: past.slice(0, 1) });
    expect(earlier).toBe(today);
  });

  test('describes each recipient that nobody has named', () => {
    const pagesOf = (who: Recipient) => {
      const setting = { posthog: true, namesProvider: false, recipients: [who] };
      return saidIn(setting, { unconfirmedRetentionDays: 30 }).slice(0, PAGES.length);
    };
    for (const who of UNNAMED) {
      const others = UNNAMED.filter((one) => one !== who).map(pagesOf);
      for (const [index, [page, texts]] of pagesOf(who).entries()) {
        const ofOthers = others.flatMap((each) => each[index]?.[1] ?? []);
        expect(without(texts, ofOthers), `${page}: ${who}`).not.toEqual([]);
      }
    }
  });

  test('while data/site.json does not tell of somebody, nothing says that nobody has data or that it stays', async () => {
    const { site } = testPageData();
    const { content } = await wording.load('cookies');
    const { consentParts } = await wording.load('consent');
    const { analytics, thirdParty } = (await import(`./${language.toLowerCase()}/cookies.json`))
      .default;
    const own = (await import(`./${language.toLowerCase()}/consent.json`)).default;
    const untoldHosts = ['mail', 'database'] as const;
    for (const who of untoldOf({ site: {}, untoldHosts })) {
      const isHost = who === 'mail' || who === 'database';
      const { [who]: _, ...recipients } = site.recipients ?? {};
      const over = isHost ? { untoldHosts: [who] } : { site: { ...site, recipients } };
      for (const [place, texts] of saidIn(NOTHING, over))
        for (const claim of CLAIMS[place]) expect(texts.join(), who).not.toContain(claim);
      const data = { ...dataOf(NOTHING, language), ...over };
      expect(textsOf(pages.privacy.content(data)).join()).not.toContain(
        processing.nobodyElse(site.company),
      );
      const said = [...textsOf(content(data)), ...consentParts(data).recorded].join();
      // The others have nothing of analytics.
      const isMeant = who === 'hosting' || who === 'backups' || who === 'database';
      expect(said.includes(own.analytics.stays)).toBe(!isMeant);
      const passedOn = analytics.stays.slice(analytics.here.length).trim();
      expect(said.includes(passedOn)).toBe(!isMeant);
      expect(said.includes(thirdParty.direct)).toBe(who !== 'hosting');
    }
  });

  // So that no such claim is forgotten above.
  test.each(['team', 'proxy'] as const)(
    'a first recipient, %s, takes back what is said of nobody, and nothing else',
    (first) => {
      const shared = saidIn({ ...NOTHING, recipients: [first] });
      for (const [index, [place, alone]] of saidIn(NOTHING).entries()) {
        if (place === 'note') continue;
        const takenBack = without(alone, shared[index]?.[1] ?? []);
        // With somebody's proxy, the browser contacts another company.
        const ofBrowser =
          place === 'privacy' && first === 'proxy' ? [pages.privacy.onlyThisSite] : [];
        expect(takenBack.sort(), place).toEqual([...CLAIMS[place], ...ofBrowser].sort());
      }
    },
  );

  test('no line repeats a part, since parts are their own keys', async () => {
    const everybody = { posthog: true, namesProvider: true, recipients: UNNAMED };
    for (const name of Object.keys(index.load) as (keyof typeof index.load)[]) {
      const words = (await wording.load(name)) as { content?(data: PageData): unknown };
      for (const setting of [NOTHING, everybody])
        for (const line of linesOf(words.content?.(dataOf(setting, language)))) {
          const keys = line.map((part) => JSON.stringify(part));
          expect(new Set(keys).size, `${name}: ${keys}`).toBe(keys.length);
        }
    }
  });
});

function linesOf(value: unknown): unknown[][] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(linesOf);
  return Array.isArray(value) ? [value, ...below] : below;
}

test('the note has spaces between its sentences, except in Japanese', async () => {
  const noteIn = async (language: Language) => {
    const { entryNote } = await (await loadWording(language)).load('offers');
    return entryNote(testPageData({ recipients: ['team'], unconfirmedRetentionDays: 30 }));
  };
  expect(await noteIn('en')).toContain('message. We keep what you enter on our server. The');
  expect(await noteIn('ja')).not.toMatch(/\s/);
});
