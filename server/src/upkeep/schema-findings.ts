/** What a database consists of: a table, an index, a trigger, and so on. */
export interface SchemaObject {
  type: string;
  name: string;
  /** Its text, without what differs between two databases of one version. */
  definition: string;
}

/** What a database consists of, compared with what the migrations make. One line for each type. */
export interface SchemaFindings {
  /** What the version of the database does not make: no program of ours, or a later version. A trigger would run. */
  foreign: string[];
  /** What the version of the database has and it lacks. */
  missing: string[];
}

/** @param own what the migrations of this database make */
export function compareObjects(
  here: readonly SchemaObject[],
  own: readonly SchemaObject[],
): SchemaFindings {
  const keys = new Set(own.map(keyOf));
  const names = new Set(here.map(nameOf));
  return {
    foreign: describe(
      'foreign',
      here.filter((object) => !keys.has(keyOf(object))),
    ),
    missing: describe(
      'missing',
      own.filter((object) => !names.has(nameOf(object))),
    ),
  };
}

const nameOf = ({ type, name }: SchemaObject) => `${type} ${name}`;
const keyOf = ({ type, name, definition }: SchemaObject) =>
  JSON.stringify([type, name, definition.replace(/\s+/g, ' ')]);

/** More names would not help, and strangers may have chosen them. */
const MAX_NAMED = 5;
const MAX_NAME = 60;

/** Says how many there are of each type, and names the first: `1 foreign triggers: spy`. */
function describe(what: keyof SchemaFindings, objects: readonly SchemaObject[]): string[] {
  const types = new Set(objects.map(({ type }) => type));
  return [...types].map((type) => {
    const names = objects.filter((object) => object.type === type).map(({ name }) => name);
    const some = names.slice(0, MAX_NAMED).map((name) => name.slice(0, MAX_NAME));
    const more = names.length > MAX_NAMED ? ', …' : '';
    const plural = type.replace(/y$/, 'ie').replace(/x$/, 'xe');
    return `${names.length} ${what} ${plural}s: ${some.join(', ')}${more}`;
  });
}
