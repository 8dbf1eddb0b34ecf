import { expect, test } from 'vitest';
import { escapeHtml, scriptJson } from './escape-html.ts';

test('page data cannot end its script block, and text cannot leave its attribute or element', () => {
  const data = { brand: '</script><script>alert(1)</script><!--' };
  expect(scriptJson(data)).not.toContain('<');
  expect(JSON.parse(scriptJson(data))).toEqual(data);
  expect(escapeHtml(`"Q&A" <b>'x'</b>`)).toBe('&quot;Q&amp;A&quot; &lt;b&gt;&#39;x&#39;&lt;/b&gt;');
});
