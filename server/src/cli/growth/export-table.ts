import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { rangeSchema } from '#shared/reports';
import { readDatabase, requireForeign, withStore } from '../../database/open-database.ts';
import { messageOf } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import {
  CSV_READERS,
  EXPORT_FORMATS,
  toCsv,
  toNdjson,
} from '../../reports/export/export-formats.ts';
import { exportColumns } from '../../reports/export/export-rows.sql.ts';
import { parseInput } from '../../settings/parse-input.ts';
import type { ExportTable } from '../../store/store.ts';
import { command, endsInFile, text } from '../frame/subcommand.ts';

const TABLES: readonly ExportTable[] = ['signups', 'events', 'consents', 'notes'];

const schema = rangeSchema.and(
  z.object({
    format: z.enum(EXPORT_FORMATS).default('csv'),
    for: z.enum(CSV_READERS).optional(),
  }),
);

export const exportCommand = command()({
  usage: 'npm run growth -- export signups|events|consents|notes [OPTIONS]',
  summary: 'exports signups, events, consents or notes as CSV or NDJSON',
  about: `Writes all rows, oldest first, with the columns of the database; a signup also with its decision and invitation. Times are ISO times. CSV follows RFC 4180. For
spreadsheets, it begins with a byte order mark, and text that they would run as a formula gets an apostrophe in front, in
any part of a cell. For programs, it has neither. On a terminal, CSV shows control characters as escapes; in a file or a
pipe they are unchanged. Signups hold names and addresses of people, so keep the
file private.`,
  options: {
    format: text('FORMAT', `${EXPORT_FORMATS.join(' or ')}; default csv`),
    for: text(
      'READER',
      `who reads the CSV: ${CSV_READERS.join(' or ')}; default spreadsheets in a file and on a terminal, programs in a pipe`,
    ),
    from: text(
      'TIME',
      'the first day, like 2026-03-14, or ISO time, like 2026-03-14T09:00: UTC unless it has an offset like +01:00',
    ),
    to: text('TIME', 'the last one, inclusive'),
    output: text(
      'FILE',
      'writes into a new file. Without it the rows go to standard output, where npm itself prints two lines first. To leave those out: npm run --silent growth -- export …',
    ),
  },
  words: [1, 1],
  async run(values, { database, out, warn }, [name]) {
    const table = TABLES.find((known) => known === name);
    if (!table) throw new StartError(`export needs the name of a table: ${TABLES.join(', ')}`);
    const { format, for: asked, ...range } = parseInput(schema, values, { whole: 'the question' });
    if (values.output !== undefined) requireForeign(values.output, database);
    const file = values.output === undefined ? null : await createFile(values.output);
    if (table === 'signups') {
      const by = { personId: null, doneBy: 'command', at: Date.now() };
      await withStore(database, (store) => store.recordAct(by, 'export')).catch((error) =>
        warn(`the export is not recorded in the audit: ${messageOf(error)}`),
      );
    }
    await readDatabase(database, async (reader) => {
      const pages = reader.exportRows(table, range);
      const toTerminal = file === null && out.isTTY === true;
      const isOpened = file !== null || toTerminal || endsInFile(out);
      const options = { reader: asked ?? (isOpened ? 'spreadsheets' : 'programs'), toTerminal };
      const text = Readable.from(
        format === 'csv' ? toCsv(pages, exportColumns(table), options) : toNdjson(pages),
      );
      await pipeline(text, file ?? out, { end: file !== null }).catch(explain);
    });
  },
});

/** Creates a file that only its owner can read. */
async function createFile(path: string) {
  const file = await open(path, 'wx', 0o600).catch((error: Error) => {
    throw new StartError(
      `--output cannot be written: ${error.message}; expected the name of a new file`,
    );
  });
  return file.createWriteStream();
}

/** A write error here is not the database's fault. */
function explain(error: NodeJS.ErrnoException) {
  throw error.syscall === 'write'
    ? new StartError(`the export cannot be written: ${error.message}`)
    : error;
}
