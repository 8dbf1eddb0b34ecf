import { expect, test } from 'vitest';
import { mailableName } from './mailable-name.ts';

test.each([
  'J.R.R. Tolkien',
  'Dr. med. No',
  "Anne-Marie d'Été",
  'Jose\u0301',
  '山田 太郎',
  'Ann-Marie 2nd',
  'John Smith III',
  'محمد',
  'علی\u200cرضا',
  'श्री\u200dमान',
  'Gal·la',
])('the name %j is repeated', (name) => {
  expect(mailableName(name)).toBe(name);
});

test.each([
  'Buy at evil.example',
  'evil。example',
  'ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'ｗｗｗ evil',
  'call 555 0199',
  'evil∕path',
  'Win 100€ today',
  'Win $ today',
  'me (at) evil',
  'a'.repeat(41),
  '１２３',
  'evil.\ufe0fexample',
  'evil\u034f.\u034fexample',
  'e\u200bvil.e\u00adxample',
  'w\ufe00w\u{e0101}w evil',
  'call ٥٥٥ ٠١٩٩',
  '१२३',
  '①②③',
  'evil۔example',
  'evil।example',
  'evil።example',
  'evil․example',
  'evil!example',
  '💩.la',
  'i❤ws',
  'evil\u0332.com',
  'evil.c\u0332om',
  'evil_.com',
  'evilꓸcom',
  'evil·com',
  'call ❶❽⓿⓿',
  'win 9₿',
])('%j is no name', (name) => {
  expect(mailableName(name)).toBe('');
});
