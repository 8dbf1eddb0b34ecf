import { expect, test } from 'vitest';
import { mailableName } from './mailable-name.ts';

test.each([
  ...['J.R.R. Tolkien', 'Dr. med. No', "Anne-Marie d'Été", 'Jose\u0301', 'Ann-Marie 2nd'],
  ...['山田 太郎', '三浦 一郎', '五十嵐 三四郎', '二〇', 'マリア・ガルシア', 'Gal·la'],
  ...['محمد', 'علی\u200cرضا', 'श्री\u200dमान', 'ए॰पी॰ जे', 'ג׳ורג׳ כהן', 'བསྟན་འཛིན་རྒྱ་མཚོ'],
  ...['John Smith III', 'John Smith Ⅲ', 'a'.repeat(40)],
])('the name %j is repeated', (name) => {
  expect(mailableName(name)).toBe(name);
});

test('a name is one line', () => {
  expect(mailableName(' Jane\n\tDoe\0 ')).toBe('Jane Doe');
});

/** Full stops of other scripts, and what a mail program or a reader takes for one. */
const STOPS = [
  ...['.\ufe0f', '\u034f.\u034f', '\u0332.', '.\u0332', '_.'],
  ...'．。۔।።․!ꓸ·⳾᛫•・⒈',
  ...'\u1427\u18df\u0660\u06f0\ua78f\u05c3\u0f0b\u2e30\u2056\u205a',
  ...'\u{10a50}\u{10101}\u{11049}\u{115c4}\u{10af4}\u{1d16d}',
];
const SLASHES = ['∕', '\\', '\u3033', '\u2cc6', '\u0338'];

test.each([
  ...STOPS.map((stop) => `evil${stop}com`),
  ...SLASHES.map((slash) => `t${slash}me evil`),
  ...[
    'Buy at evil.example',
    'ｅｖｉｌ．ｅｘａｍｐｌｅ',
    'e\u200bvil.e\u00adxample',
    '一二。cn',
    '💩.la',
  ],
  ...['ｗｗｗ evil', 'w\ufe00w\u{e0101}w evil', 'i❤ws', 'me (at) evil', 'a'.repeat(41)],
  ...['Win 100€ today', 'Win $ today', 'win 9₿'],
  ...['call 555 0199', '１２３', 'call ٥٥٥ ٠١٩٩', '१२३', '①②③', 'call ❶❽⓿⓿', '²³¹', '1二３'],
  ...['一二三', '五五五-〇一九九', '〇一〇 一二三四', '伍伍伍', '〡〢〣'],
])('%j is no name', (name) => {
  expect(mailableName(name)).toBe('');
});
