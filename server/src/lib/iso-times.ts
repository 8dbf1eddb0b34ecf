type TimeName = 'at' | 'until' | `${string}At` | `${string}_at`;
const TIME_NAME = /(^at|^until|At|_at)$/;

type Iso<Value> = Value extends number ? string : Value;

type Milliseconds<Value> = Value extends string ? number : Value;

/** A row of an answer as the store has it: its times are milliseconds since 1970 UTC. */
export type WithTimes<Row> = {
  [Name in keyof Row]: Name extends TimeName ? Milliseconds<Row[Name]> : Row[Name];
};

/** A row whose times are texts. */
type WithIsoTimes<Row> = {
  [Name in keyof Row]: Name extends TimeName ? Iso<Row[Name]> : Row[Name];
};

/** Returns a row for people, with ISO times where it has milliseconds since 1970 UTC. Their names tell which these are. */
export const withIsoTimes = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isTime = typeof value === 'number' && TIME_NAME.test(name);
      return [name, isTime ? new Date(value).toISOString() : value];
    }),
  ) as WithIsoTimes<Row>;
