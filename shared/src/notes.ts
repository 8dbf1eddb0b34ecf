import { z } from 'zod';
import { isoTimeSchema, limitedText } from './limited-text.ts';
import { named } from './named-schema.ts';
import { isPlainText } from './text.ts';
import { momentSchema, openRangeShape, toRange } from './time-range.ts';

const MAX_NOTE_CHARACTERS = 200;

/** The first and the last time of a note: it may also say what will happen. */
export const NOTE_TIMES = { from: Date.UTC(2020, 0, 1), to: Date.UTC(2100, 0, 1) };

/** What happened, in one line. People write it, so it is escaped wherever it is shown. */
const noteTextSchema = limitedText(2 * MAX_NOTE_CHARACTERS + 20)
  .trim()
  .min(1, 'expected some text')
  .refine(
    (text) => [...text].length <= MAX_NOTE_CHARACTERS,
    `expected at most ${MAX_NOTE_CHARACTERS} characters`,
  )
  .refine(isPlainText, 'has line breaks or control characters, or half of a character');

/** The body of `POST /growth/api/notes`. Without a time, it happened now. @param zone of the team */
export const noteSchema = (zone: string) =>
  z.strictObject({
    text: noteTextSchema,
    at: momentSchema(zone)
      .refine(
        (at) => at >= NOTE_TIMES.from && at <= NOTE_TIMES.to,
        'expected a time from 2020 to 2099',
      )
      .optional(),
  });

/** The query of notes and alerts. Days are UTC. */
export const teamRangeSchema = z
  .strictObject(openRangeShape)
  .transform((range, context) => toRange(range, 'UTC', context));

/** The answer to `POST /growth/api/notes`. */
export const shownNoteSchema = named('Note', {
  id: z.string(),
  at: isoTimeSchema,
  kind: z.enum(['note', 'version']).describe('`version`: another build started.'),
  text: z.string(),
});
export const notesReportSchema = named('NotesReport', {
  notes: z.array(shownNoteSchema).describe('Earliest first.'),
});
export type NotesReport = z.infer<typeof notesReportSchema>;

export const alertsReportSchema = named('AlertsReport', {
  alerts: z
    .array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        text: z.string().describe('What is wrong, and what to do.'),
        advice: z.string(),
        since: isoTimeSchema,
        raisedAt: isoTimeSchema,
        clearedAt: isoTimeSchema.nullable().describe('Null while it is raised.'),
        silentUntil: isoTimeSchema.nullable().describe('Until then nothing is sent about it.'),
      }),
    )
    .describe('Latest first: the raised ones, and those of the range.'),
});
export type AlertsReport = z.infer<typeof alertsReportSchema>;

/** The body of `POST /growth/api/alerts/NAME/silence`: 0 ends a silence. */
export const silenceSchema = z.strictObject({ hours: z.int().min(0).max(87_600) });
export const silencedSchema = z.strictObject({ name: z.string(), silentUntil: isoTimeSchema });
