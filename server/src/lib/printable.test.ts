import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable, printableJson, printableLines } from './printable.ts';

test('control, bidirectional and invisible characters become escapes, all others stay', () => {
  expect(printable('a\x1b[2J\x7f\x9b\u202e\u200b\ufeff\n\tb')).toBe(
    String.raw`a\u001b[2J\u007f\u009b\u202e\u200b\ufeff\u000a\u0009b`,
  );
  for (const text of ['', 'Ünïcødé 山田 🎬', 'עברית', '50 % – “quoted” \\ …']) {
    expect(printable(text)).toBe(text);
  }
});

test('line feeds of our own messages stay', () => {
  expect(printableLines('a\r\nb\x1b\n')).toBe(String.raw`a\u000d${'\n'}b\u001b${'\n'}`);
});

test('JSON has the same value, in characters that are safe to display', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ stringUnit: 'binary' }),
      fc.constantFrom(undefined, 2),
      (value, indent) => {
        const json = printableJson(value, indent);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(json).not.toMatch(
          /[^\P{Cc}\n]|[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u,
        );
      },
    ),
  );
});
