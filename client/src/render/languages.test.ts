import { expect, test } from 'vitest';
import { directionOf, type Language, manifestPath, prefixOf } from '#shared/site-languages';
import { writtenLanguages } from '../site/content/languages.ts';
import { testPageData } from '../site/test-data.ts';
import { paths, render } from './entry-server.tsx';

const languages = [...writtenLanguages];
const url = (path: string, language: Language) => `https://zeta.test${prefixOf(language)}${path}`;

test.each(languages)(
  'every page says that it is in %s, and where its translations are',
  async (language) => {
    for (const path of paths) {
      const data = testPageData({ language, languages });
      const { html, status } = await render(path, { data, manifest: null });
      expect(status, path).toBe(200);
      const head = html.slice(0, html.indexOf('</head>'));
      const all = (pattern: RegExp) =>
        [...head.matchAll(pattern)].map(([, ...found]) => found.join(' '));

      expect(html).toContain(`<html lang="${language}" dir="${directionOf(language)}"`);
      expect(all(/rel="canonical" href="(.*?)"/g)).toEqual([url(path, language)]);
      expect(all(/rel="alternate" hreflang="(.*?)" href="(.*?)"/g)).toEqual([
        ...languages.map((other) => `${other} ${url(path, other)}`),
        `x-default ${url(path, 'en')}`,
      ]);
      expect(all(/"og:url" content="(.*?)"/g)).toEqual([url(path, language)]);
      const [locale, ...otherLocales] = all(/"og:locale(?::alternate)?" content="(.*?)"/g);
      expect(locale).toMatch(new RegExp(`^${language.slice(0, 2)}_[A-Z]{2}$`));
      expect(new Set([locale, ...otherLocales]).size).toBe(languages.length);
      expect(all(/rel="manifest" href="(.*?)"/g)).toEqual([manifestPath(language)]);

      const [, json = ''] = /"application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
      const parts: { url?: string; inLanguage?: string }[] = JSON.parse(json)['@graph'];
      const described = parts.flatMap(({ inLanguage }) => inLanguage ?? []);
      expect(new Set(described)).toEqual(new Set([language]));
      expect(parts.map((part) => part.url)).toContain(url(path, language));
    }
  },
);

test('the timeline opens with the line of the page’s language; English, the original, opens with the first', async () => {
  const opened: string[] = [];
  for (const language of languages) {
    const data = testPageData({ language, languages });
    const { html } = await render('/', { data, manifest: null });
    const choices = html.match(/<input[^>]*type="radio"[^>]*>/g) ?? [];
    const chosen = choices.filter((choice) => /\bchecked\b/.test(choice)).join();
    opened.push(`${language} ${/value="(\w+)"/.exec(chosen)?.[1]}`);
  }
  expect(opened.sort()).toEqual(
    ['en de', 'de de', 'es es', 'fr fr', 'pt-BR pt', 'ja ja', 'hi hi', 'ar ar'].sort(),
  );
});
