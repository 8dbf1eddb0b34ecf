/** The types of parameters, by name, and the values that they take. */
interface ParameterTypes {
  text: string;
  int: number;
  /** Milliseconds since 1970 UTC. */
  time: number;
  flag: boolean;
  /** `2026-11-22` */
  day: string;
  bytes: Uint8Array;
  /** Anything that can be written as JSON. */
  json: NonNullable<unknown>;
  /** A table with one column, `value`: `IN {ids:texts}`, `FROM {ids:texts} AS wanted`. */
  texts: readonly string[];
  ints: readonly number[];
}
export type ParameterType = keyof ParameterTypes;

type ValueOf<Type extends string> = Type extends ParameterType ? ParameterTypes[Type] : never;
type ParameterOf<Text extends string> = Text extends 'each'
  ? unknown
  : Text extends `${infer Name}:${infer Type}?`
    ? { readonly [key in Name]: ValueOf<Type> | null }
    : Text extends `${infer Name}:${infer Type}`
      ? { readonly [key in Name]: ValueOf<Type> }
      : never;
type ParametersIn<Text extends string> = Text extends `${string}{${infer One}}${infer Rest}`
  ? ParameterOf<One> & ParametersIn<Rest>
  : unknown;
/**
 * The values that a statement needs, from its own text. The compiler must know the whole text: no values fit one with a
 * `string` or `number` in it, where a parameter could hide.
 */
export type ValuesOf<Text extends string> =
  Record<never, 1> extends Record<Text, 1> ? never : ParametersIn<Text>;

/** Both texts must take the same values. */
type SameValues<One, Other> = [One, Other] extends [Other, One] ? One : never;
type HasEach<Text extends string> = Text extends `${string}{each}${string}` ? true : false;

/** Columns whose values the two databases return differently. */
type Decoded<Row> = { readonly [Column in keyof Row]?: 'flag' | 'json' } & {
  readonly [Column in FlagsOf<Row>]: 'flag';
};
type FlagsOf<Row> = {
  [Column in keyof Row]-?: NonNullable<Row[Column]> extends boolean ? Column : never;
}[keyof Row];

export interface Statement<Values = unknown, Row = unknown, Each extends boolean = boolean> {
  readonly texts: { readonly sqlite: string; readonly postgres: string };
  readonly decoded: readonly (readonly [column: string, type: 'flag' | 'json'])[];
  /** Says what a row of the result is. A flag or JSON must be named: SQLite returns it as a number or text. */
  rows<Row>(
    ...decoded: [FlagsOf<Row>] extends [never] ? [Decoded<Row>?] : [Decoded<Row>]
  ): Statement<Values, Row, Each>;
  /** Only for the compiler. */
  readonly types?: (values: Values, each: Each) => Row;
}

/**
 * Makes a statement. A parameter is written `{name:type}`, or `{name:type?}` if it may be null. A statement for
 * `db.each` selects its parameters `FROM {each}`. `rowid` is the order of arrival, and `FOR UPDATE` is left out for
 * SQLite, which has one writer. Where the databases need different SQL, both are given, with the same parameters.
 */
export function sql<const Text extends string>(
  text: Text,
): Statement<ValuesOf<Text>, unknown, HasEach<Text>>;
export function sql<const Sqlite extends string, const Postgres extends string>(texts: {
  sqlite: Sqlite;
  postgres: Postgres;
}): Statement<SameValues<ValuesOf<Sqlite>, ValuesOf<Postgres>>, unknown, false>;
export function sql(text: string | Statement['texts']): Statement {
  const texts = typeof text === 'string' ? { sqlite: text, postgres: text } : text;
  const make = (decoded: Decoded<Record<string, unknown>>): Statement => ({
    texts,
    decoded: Object.entries(decoded) as [string, 'flag' | 'json'][],
    rows: (...[more = {}]) => make(more) as never,
  });
  return make({});
}

/** Replaces each parameter of a text, and returns their types by name. */
export function replaceParameters(
  text: string,
  replace: (name: string, type: ParameterType) => string,
): { text: string; types: ReadonlyMap<string, ParameterType> } {
  const types = new Map<string, ParameterType>();
  const replaced = text.replace(/\{(\w+):(\w+)\??\}/g, (_, name: string, type: ParameterType) => {
    types.set(name, type);
    return replace(name, type);
  });
  return { text: replaced, types };
}

export const isList = (type: ParameterType) => type === 'texts' || type === 'ints';

/** Both drivers take bytes as a Buffer. */
export function toBuffer(value: unknown): Buffer {
  const { buffer, byteOffset, byteLength } = value as Uint8Array;
  return Buffer.from(buffer, byteOffset, byteLength);
}
