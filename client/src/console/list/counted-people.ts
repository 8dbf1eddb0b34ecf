import { formatCount } from '#shared/format-figures';
import { listWords } from '../words/console-messages.ts';

/** `1 person`, `1,200 people`. */
export const countedPeople = (count: number): string =>
  listWords.people(count, { people: formatCount(count) });
