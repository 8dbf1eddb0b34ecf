// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { applyHead } from './apply-head.ts';

test('navigation replaces head tags in place, and removes those that the new page does not have and its JSON-LD', () => {
  const kept = `<meta name="viewport" content="x"><meta property="og:locale" content="en_US">
    <link rel="icon" href="/favicon.svg"><script type="application/json">{}</script>`;
  document.head.innerHTML = `<title>Old</title><meta name="description" content="old">
    <meta property="og:image" content="/old.png"><link rel="canonical" href="https://a.test/old">
    <link rel="alternate" hreflang="en" href="/old"><link rel="alternate" hreflang="de" href="/alt">
    <script type="application/ld+json">{}</script>${kept}`;
  applyHead([
    { tag: 'title', text: 'New' },
    { tag: 'meta', key: 'name', name: 'description', content: 'new' },
    { tag: 'meta', key: 'name', name: 'robots', content: 'noindex' },
    { tag: 'link', rel: 'alternate', hreflang: 'en', href: '/new' },
    { tag: 'link', rel: 'alternate', hreflang: 'x-default', href: '/new' },
  ]);
  const html = [...document.head.children].map((tag) => tag.outerHTML);
  const added = `<title>New</title><meta name="description" content="new">
    <meta name="robots" content="noindex"><link rel="alternate" hreflang="en" href="/new">
    <link rel="alternate" hreflang="x-default" href="/new">`;
  document.head.innerHTML = added + kept;
  const expected = [...document.head.children].map((tag) => tag.outerHTML);
  expect(html.sort()).toEqual(expected.sort());
});
