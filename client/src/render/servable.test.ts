import { expect, test } from 'vitest';
import { servable } from './servable.ts';

test('style attributes are removed, text that looks like them stays', () => {
  expect(servable('<div class="a" style="color:red" id="b">style=&quot;x&quot; style=</div>')).toBe(
    '<div class="a" id="b">style=&quot;x&quot; style=</div>',
  );
});

test('void elements lose their slash, SVG elements keep theirs', () => {
  expect(servable('<input type="text" value="a &gt; b"/><br/><path d="M0 0"/>')).toBe(
    '<input type="text" value="a &gt; b"><br><path d="M0 0"/>',
  );
});
