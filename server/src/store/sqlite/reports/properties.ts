import { type Bind, isBoolean, isNumber, type PropertyDialect } from '../../journeys/match-sql.ts';

/** Reads properties with the JSON functions of SQLite. */
export const sqliteProperties: PropertyDialect = {
  text: (name, bind) => `properties ->> ${bind(path(name))}`,
  reads(name: string, text: string, bind: Bind) {
    const at = bind(path(name));
    const type = `json_type(properties, ${at})`;
    const same = [`(${type} = 'text' AND properties ->> ${at} = ${bind(text)})`];
    if (isBoolean(text)) same.push(`${type} = ${bind(text)}`);
    if (isNumber(text)) {
      same.push(
        `(${type} IN ('integer', 'real') AND properties ->> ${at} = CAST(${bind(text)} AS REAL))`,
      );
    }
    return `(${same.join(' OR ')})`;
  },
};

const path = (name: string) => `$."${name}"`;
