import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExportRow } from '../../store/store.ts';
import { csvOf } from './export-formats.ts';

const toCsv = (row: ExportRow) => csvOf([row], { header: true });

/** Returns the only cell of a one-column table, as written in the file. */
const cellOf = (column: string, text: string) =>
  toCsv({ [column]: text }).slice(`${column}\r\n`.length, -'\r\n'.length);

/** Returns the cell as a program reads it. */
function readCell(column: string, text: string) {
  const rows: string[][] = parse(toCsv({ [column]: text }), { record_delimiter: '\r\n' });
  return rows[1]?.[0] ?? '';
}

/** Characters at which some spreadsheet starts a new cell, with the settings of some country. */
const SEPARATORS = /[;,\t|\n\r\v\f\x85\u2028\u2029]/;
/** Invisible characters before the first visible one, and the quotes that a spreadsheet removes. */
const UNSEEN = /^[\s"\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]*/u;
const FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/;

const formulasIn = (cell: string) =>
  cell
    .split(SEPARATORS)
    .map((part) => part.replace(UNSEEN, ''))
    .filter((part) => FORMULA.test(part));

/** Mostly the characters that matter here, in any order. */
const hostileText = fc.string({
  maxLength: 30,
  unit: fc.oneof(
    fc.constantFrom(...'=+-@\uff1d\uff0b\uff0d\uff20'),
    fc.constantFrom(...';,\t|\n\r\v\f\x85\u2028\u2029'),
    fc.constantFrom(...' "\'\\\u00a0\u200b\u202e\ufeff\0{}[]:a1'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

const withoutGuards = (text: string) => text.replace(/'+(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g, '');

test('no part of a cell begins with a formula, wherever a spreadsheet splits it, and only apostrophes directly before one are added', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(formulasIn(cellOf('use_case', text))).toEqual([]);
      expect(withoutGuards(readCell('use_case', text))).toBe(withoutGuards(text));
    }),
    { numRuns: 2000 },
  );
});

test.each(['jane+news@example.org', '2 + 2 = 4', 'a; b - c, d', "'=1+1"])(
  '%j keeps its form',
  (text) => {
    expect(cellOf('name', text).replaceAll('"', '')).toBe(text);
  },
);

/** JSON as it is stored for an event's properties. */
const properties = fc
  .dictionary(hostileText, fc.oneof(hostileText, fc.integer(), fc.double(), fc.boolean()))
  .map((object) => JSON.stringify(object));

test('properties stay JSON with the same values, and no part of them begins with a formula', () => {
  fc.assert(
    fc.property(properties, (json) => {
      expect(JSON.parse(readCell('properties', json))).toEqual(JSON.parse(json));
      expect(formulasIn(cellOf('properties', json))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('negative numbers in a list, which have no other form in JSON, become text', () => {
  const json = '{"a":[-1,-2.5e-3,"-1","x;-1"],"b":-1}';
  const read = JSON.parse(readCell('properties', json));
  expect(read).toEqual({ a: [-1, '-2.5e-3', '-1', 'x;-1'], b: -1 });
  expect(formulasIn(cellOf('properties', json))).toEqual([]);
});

test('programs get each text as it was written', () => {
  const row = { name: '=1+1', properties: '[-1]' };
  expect(parse(csvOf([row], { reader: 'programs' }))).toEqual([Object.values(row)]);
});
