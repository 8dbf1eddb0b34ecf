import { expect, test } from 'vitest';
import { freeParagraph, layOutMessage, linked } from './message-layout.ts';

/** What a text shows as links. */
const linksOf = (text: string) =>
  [...linked(text).matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)].map(([, url, label]) => [url, label]);

test.each([
  ['see https://a.example/b?c=1&d=2.', 'https://a.example/b?c=1&amp;d=2'],
  ['(https://a.example/b_(c))', 'https://a.example/b_(c)'],
  ['“http://a.example”, he said', 'http://a.example'],
  ['<HTTPS://a.example/>', 'HTTPS://a.example/'],
  [
    '次は https://a.example/ja/、https://b.example をご覧',
    'https://a.example/ja/',
    'https://b.example',
  ],
  ['زر https://a.example/؟', 'https://a.example/'],
  ['write to ada+1@a.example.', 'mailto:ada+1@a.example'],
  ['https://ada@a.example/', 'https://ada@a.example/'],
])('the addresses in %j are links', (text, ...urls) => {
  expect(linksOf(text)).toEqual(urls.map((url) => [url, url.replace('mailto:', '')]));
});

test.each(['javascript:alert(1)', 'ftp://a.example', 'https://', 'a.example', '@ada', 'a @ b.c'])(
  '%j is text',
  (text) => {
    expect(linked(text)).toBe(text);
  },
);

test('what is no address is escaped, and so is an address', () => {
  expect(linked('<b> "https://a.example/\'x" &')).toMatch(
    /^&lt;b&gt; &quot;<span dir="ltr"><a .*href="https:\/\/a.example\/&#39;x".*<\/span>&quot; &amp;$/,
  );
});

test.each([
  ['ar', 'Dubkit متاح الآن: https://dubkit.example.com/a-long-address', 'rtl'],
  ['ar', 'Written in English', 'ltr'],
  ['ar', '2026', 'rtl'],
  ['en', 'محمد, we are open', 'ltr'],
  ['en', 'Dubkit متاح الآن', 'rtl'],
] as const)('in a message in %s, %j is read %s', (language, text, dir) => {
  expect(freeParagraph(text, language)).toContain(`<p dir="${dir}"`);
});

test('a message has its language and direction also without html and body', () => {
  const html = layOutMessage({ language: 'ar', subject: '', brand: '', preview: '', body: [] });
  expect(html.split(/<body[^>]*>/)[1]).toMatch(/^\s*<table [^>]*lang="ar" dir="rtl"/);
  expect(html).not.toMatch(/align[:=]"?(left|right)/);
});
