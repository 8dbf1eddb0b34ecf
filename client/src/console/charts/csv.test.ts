import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('a table survives as CSV: commas, quotes, line breaks, no value', () => {
  const rows = [
    ['Source', 'People'],
    ['a "quoted", long\nname', 1234.5],
    ['字幕', null],
  ];
  expect(parse(toCsv(rows), { bom: true })).toEqual([
    ['Source', 'People'],
    ['a "quoted", long\nname', '1234.5'],
    ['字幕', ''],
  ]);
});

test('a space that keeps a number and its unit together is a usual one in a file', () => {
  expect(parse(toCsv([['2–5\u00a0min', 7]]), { bom: true })).toEqual([['2–5 min', '7']]);
});

test('a campaign that is a formula is text in a spreadsheet; a negative number stays a number', () => {
  expect(parse(toCsv([['=1+1', -2]]), { bom: true })).toEqual([["'=1+1", '-2']]);
});
