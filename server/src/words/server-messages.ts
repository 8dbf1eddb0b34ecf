import type { Typed } from '#shared/message-types';
import type { Catalog } from '#shared/parse-message';
import alertJson from './en/alert.json' with { type: 'json' };
import digestJson from './en/digest.json' with { type: 'json' };
import problemJson from './en/problem.json' with { type: 'json' };
import summaryJson from './en/summary.json' with { type: 'json' };
import webhookJson from './en/webhook.json' with { type: 'json' };
import type { Placeholders } from './server-placeholders.ts';
import { wordsOf } from './words-of.ts';

/** The team reads English. Another language is a folder beside `en`, and its name here and above. */
const made = <Words extends Catalog, Path extends string>(words: Words) =>
  wordsOf(words, 'en') as Typed<Words, Path, Placeholders>;

export const alertWords = made<typeof alertJson, 'alert'>(alertJson);
export const digestWords = made<typeof digestJson, 'digest'>(digestJson);
export const problemWords = made<typeof problemJson, 'problem'>(problemJson);
export const summaryWords = made<typeof summaryJson, 'summary'>(summaryJson);
export const webhookWords = made<typeof webhookJson, 'webhook'>(webhookJson);
