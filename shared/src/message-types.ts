/** A message of a catalog is a string. What has placeholders is a function, so it cannot be shown without its values. */

/** Has values, which it shows as they are, and figures, which it shows as its language writes them. */
export type Text<Value extends string, Figure extends string = never> = (
  values: Record<Value, string | number> & Record<Figure, number>,
) => string;

/** Has a text for each kind of count, and perhaps values. */
export type Plural<Value extends string = never> = [Value] extends [never]
  ? (count: number) => string
  : (count: number, values: Record<Value, string | number>) => string;

/**
 * A catalog as its messages are used.
 *
 * @typeParam Placeholders those of its messages, which `scripts/words/placeholder-types.ts` writes
 */
export type Typed<Words, Path extends string, Placeholders> = Path extends keyof Placeholders
  ? Placeholders[Path]
  : Words extends string | readonly string[]
    ? Readonly<Words>
    : {
        readonly [Key in keyof Words & string]: Typed<Words[Key], `${Path}.${Key}`, Placeholders>;
      };
