import { nameOfGroup } from '#shared/value-name';
import { BREAKDOWN_NAMES } from '../funnel/breakdown-names.ts';
import { commonWords } from '../words/console-messages.ts';

const NAMES = new Map<string, string>(Object.entries(BREAKDOWN_NAMES));

/** Returns what people read for a value of a property, and a key that no other value has, also where one is called `null`. */
export const describeValue = (by: string, value: string | null): { key: string; name: string } =>
  value === null
    ? { key: 'none', name: commonWords.sources.without({ by: `${NAMES.get(by)?.toLowerCase()}` }) }
    : { key: `=${value}`, name: nameOfGroup(by, value) };
