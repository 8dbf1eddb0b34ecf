// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { applyHead } from './apply-head.ts';

test('navigation replaces head tags in place and removes those the new page does not have', () => {
  document.head.innerHTML =
    '<title>Old</title><meta name="description" content="old"><meta name="viewport" content="x"><link rel="canonical" href="https://a.test/old">';
  applyHead([
    { tag: 'title', text: 'New' },
    { tag: 'meta', key: 'name', name: 'description', content: 'new' },
    { tag: 'meta', key: 'name', name: 'robots', content: 'noindex' },
  ]);
  expect(document.title).toBe('New');
  expect(document.head.querySelectorAll('meta[name="description"]')).toHaveLength(1);
  expect(document.head.querySelector('meta[name="description"]')?.getAttribute('content')).toBe(
    'new',
  );
  expect(document.head.querySelector('link[rel="canonical"]')).toBeNull();
  expect(document.head.querySelector('meta[name="robots"]')).not.toBeNull();
  expect(document.head.querySelector('meta[name="viewport"]')).not.toBeNull();
});

test("navigation distinguishes a page's languages and removes the JSON-LD of the page that was loaded first", () => {
  document.head.innerHTML =
    '<link rel="alternate" hreflang="en" href="/old"><link rel="alternate" hreflang="de" href="/alt">' +
    '<link rel="icon" href="/favicon.svg"><meta property="og:image" content="/old.png">' +
    '<script type="application/ld+json">{}</script><script type="application/json">{}</script>';
  applyHead([
    { tag: 'link', rel: 'alternate', hreflang: 'en', href: '/new' },
    { tag: 'link', rel: 'alternate', hreflang: 'x-default', href: '/new' },
  ]);
  const alternates = [...document.head.querySelectorAll('link[rel="alternate"]')].map((link) => [
    link.getAttribute('hreflang'),
    link.getAttribute('href'),
  ]);
  expect(alternates).toEqual([
    ['en', '/new'],
    ['x-default', '/new'],
  ]);
  expect(document.head.querySelector('meta[property="og:image"]')).toBeNull();
  expect(document.head.querySelector('script[type="application/ld+json"]')).toBeNull();
  expect(document.head.querySelector('script[type="application/json"]')).not.toBeNull();
  expect(document.head.querySelector('link[rel="icon"]')).not.toBeNull();
});
