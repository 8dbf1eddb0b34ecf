import { expect, test } from 'vitest';
import { escapeHtml, scriptJson } from './escape-html.ts';

test('page data cannot end its script block, and parses back to the same value', () => {
  const data = { brand: '</script><script>alert(1)</script><!--' };
  const json = scriptJson(data);
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toEqual(data);
});

test('text cannot leave its attribute or element', () => {
  expect(escapeHtml(`"Q&A" <b>'x'</b>`)).toBe('&quot;Q&amp;A&quot; &lt;b&gt;&#39;x&#39;&lt;/b&gt;');
});
