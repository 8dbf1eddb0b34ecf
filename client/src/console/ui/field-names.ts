import { commonWords } from '../words/console-messages.ts';

/** What visitors are grouped by. */
export const FIELD_NAMES = commonWords.by;
