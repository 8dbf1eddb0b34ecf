import type { Inline } from './info-content.ts';

/** Values under these keys are for the program. */
type Fixed = 'id' | 'kind' | 'type' | 'variant' | 'widget' | 'path' | 'href';

/**
 * The same texts in another language: the same keys, and as many entries in each list. A missing or a surplus text fails
 * the type check. Functions take the same values. Ids and addresses stay as they are.
 */
export type Translated<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Result
    ? (...values: Values) => Translated<Result>
    : T extends { kind: 'facts'; items: infer Items }
      ? { kind: 'facts'; items: { readonly [K in keyof Items]: { term: string; detail: Inline } } }
      : {
          readonly [K in keyof T]: K extends Fixed ? T[K] : Translated<T[K]>;
        };
