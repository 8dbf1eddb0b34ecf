import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('a table survives as CSV: commas, quotes, line breaks, no value; a space before a unit is a usual one', () => {
  const row = ['a "quoted", long\nname', 1234.5, null, '字幕', '2–5\u00a0min'];
  const read = ['a "quoted", long\nname', '1234.5', '', '字幕', '2–5 min'];
  expect(parse(toCsv([row, row]), { bom: true })).toEqual([read, read]);
});

test('a campaign that is a formula is text in a spreadsheet; a negative number stays a number', () => {
  expect(parse(toCsv([['=1+1', -2]]), { bom: true })).toEqual([["'=1+1", '-2']]);
});
