import { isBoolean, isNumber, type PropertyDialect } from '../../journeys/match-sql.ts';

/** Reads properties with the JSON functions of PostgreSQL. */
export const postgresProperties: PropertyDialect = {
  text: (name, bind) => `properties ->> ${bind(name)}::text`,
  reads(name, text, bind) {
    const [key, value] = [`${bind(name)}::text`, `${bind(text)}::text`];
    const same = [`WHEN 'string' THEN properties ->> ${key} = ${value}`];
    if (isBoolean(text)) same.push(`WHEN 'boolean' THEN properties ->> ${key} = ${value}`);
    if (isNumber(text)) {
      same.push(`WHEN 'number' THEN (properties ->> ${key})::float8 = ${value}::float8`);
    }
    // Casting a value that is not a number would fail, so CASE checks the type first.
    return `(CASE json_typeof(properties -> ${key}) ${same.join(' ')} ELSE false END)`;
  },
};
