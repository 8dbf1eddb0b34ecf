import { z } from 'zod';
import { FUNNEL_ORDERS } from './funnel.ts';
import { FUNNEL_BREAKDOWNS } from './funnel-breakdowns.ts';
import {
  DEFAULT_WINDOW_DAYS,
  MAX_FUNNEL_STEPS,
  MAX_NAME_CHARACTERS,
  MAX_NAME_UNITS,
} from './funnel-limits.ts';
import { limitedText } from './limited-text.ts';
import { named } from './named-schema.ts';
import { FUNNEL_PRESETS, PRESETS } from './site-funnels.ts';
import { isPlainText } from './text.ts';

export const MAX_SAVED_FUNNELS = 50;
const MAX_STEP_UNITS = 500;

const RESERVED = new Set(
  PRESETS.flatMap((preset) => [preset, FUNNEL_PRESETS[preset].label.toLowerCase()]),
);
/** Reorder the text around them, so that a name could look like another. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** People write it, so it is escaped wherever it is shown. */
const nameSchema = limitedText(MAX_NAME_UNITS)
  .trim()
  .normalize('NFC')
  .refine((name) => /[\p{L}\p{N}]/u.test(name), 'expected a name with a letter or a digit')
  .refine(
    (name) => [...name].length <= MAX_NAME_CHARACTERS,
    `expected at most ${MAX_NAME_CHARACTERS} characters`,
  )
  .refine(
    (name) => isPlainText(name) && !BIDI_CONTROLS.test(name),
    'has line breaks or control characters, or half of a character',
  )
  .refine(
    (name) => !RESERVED.has(name.toLowerCase()),
    'is the name of one of the site’s own funnels',
  );

/** How a step is written: see `funnel-step-text.ts`. */
export const STEP_TEXT =
  'An event with properties, like `section_view:section_name=hero`, or `*` for any event. `~` before it: the event of the step before may take this one too.';

const shape = {
  steps: z
    .array(limitedText(MAX_STEP_UNITS))
    .min(2, 'expected at least two steps')
    .max(MAX_FUNNEL_STEPS, `expected at most ${MAX_FUNNEL_STEPS} steps`)
    .describe(STEP_TEXT),
  order: z.enum(FUNNEL_ORDERS).default('ordered'),
  window: z
    .int()
    .min(1)
    .max(9999)
    .default(DEFAULT_WINDOW_DAYS)
    .describe('Days from the first step to the last.'),
  breakdown: z.enum(FUNNEL_BREAKDOWNS).nullable().default(null),
  among: z
    .literal('first')
    .nullable()
    .default(null)
    .describe('`first` counts only people who took the first step.'),
};
export const funnelDefinitionSchema = z.object(shape);
export type FunnelDefinition = z.infer<typeof funnelDefinitionSchema>;

/** The body of `POST /growth/api/funnels`. The server also parses the steps. */
export const newFunnelSchema = named('NewFunnel', { name: nameSchema, ...shape });

export interface SavedFunnel extends FunnelDefinition {
  id: string;
  name: string;
}

/** Also the answer to `POST /growth/api/funnels`. */
export const shownFunnelSchema = named('Funnel', {
  id: z.string().nullable().describe('Null for a preset.'),
  preset: z.enum(PRESETS).nullable().describe('Null for a saved funnel.'),
  name: z.string(),
  ...shape,
});
/** The site's own funnels, then the saved ones by name. */
export const funnelsReportSchema = named('FunnelsReport', { funnels: z.array(shownFunnelSchema) });
export type FunnelsReport = z.infer<typeof funnelsReportSchema>;
