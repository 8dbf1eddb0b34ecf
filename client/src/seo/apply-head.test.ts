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
