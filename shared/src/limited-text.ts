import { z } from 'zod';
import { uuidPattern } from './uuid.ts';

/**
 * Returns a schema of text with at most `max` UTF-16 units. It checks the length first and stops there for longer text:
 * zod would otherwise still run every pattern and refinement on it.
 */
export const limitedText = (max: number) => z.string().max(max, { abort: true });

/** For fields with a fixed form. The longest is a time with nine decimals and an offset, 35 units. */
const MAX_FORM = 64;

/** A UUID. The parsed value is in lower case. */
export const uuidSchema = limitedText(MAX_FORM).regex(uuidPattern, 'expected a UUID').toLowerCase();

export const isoTimeSchema = limitedText(MAX_FORM).check(
  z.iso.datetime({ offset: true, error: 'expected a time like 2026-03-14T09:00:00Z' }),
);

/** An ISO day, `2026-03-14`. */
export const isoDaySchema = limitedText(MAX_FORM).check(
  z.iso.date('expected a day like 2026-03-14'),
);
