import { expect, onTestFinished, test, vi } from 'vitest';
import { directionOf, manifestPath, prefixOf } from '#shared/site-languages';
import { dubbedLines } from '../site/content/dubbing-lines.ts';
import { writtenLanguages } from '../site/content/languages.ts';
import { paths } from './entry-server.tsx';
import { pageHtml } from './testing/page-words.ts';

const languages = [...writtenLanguages];
/** The settings with which most is said. */
const ALL = {
  recipients: ['mail', 'team', 'webhook', 'database', 'proxy'],
  posthogHost: 'ph.zeta.test',
  unconfirmedRetentionDays: 30,
} as const;

test.each(languages)(
  'every page says that it is in %s, and React objects to nothing',
  async (language) => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => complaints.mockRestore());
    for (const path of paths) {
      const html = await pageHtml(path, { language, languages, ...ALL });
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
