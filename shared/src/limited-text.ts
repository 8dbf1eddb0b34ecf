import { z } from 'zod';
import { uuidPattern } from './uuid.ts';

/**
 * Returns a schema of text with at most `max` UTF-16 units. The length is checked first, and a longer text meets no
 * further check: zod would otherwise run every pattern and refinement on it all the same.
 */
export const limitedText = (max: number) => z.string().max(max, { abort: true });

/** Of every field with a fixed form. The longest is a time with nine decimals and an offset, 35 units. */
const MAX_FORM = 64;

/** A UUID; the value is in lower case. */
export const uuidSchema = limitedText(MAX_FORM).regex(uuidPattern, 'expected a UUID').toLowerCase();

/** An ISO time with its offset. */
export const isoTimeSchema = limitedText(MAX_FORM).check(z.iso.datetime({ offset: true }));

/** An ISO day, `2026-03-14`. */
export const isoDaySchema = limitedText(MAX_FORM).check(
  z.iso.date('expected a day like 2026-03-14'),
);
