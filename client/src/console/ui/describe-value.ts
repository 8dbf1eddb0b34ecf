import { nameOfGroup } from '#shared/value-name';

/** Returns what people read for a value of a property, and a key that no other value has, also where one is called `null`. */
export const describeValue = (by: string, value: string | null): { key: string; name: string } => ({
  key: value === null ? 'none' : `=${value}`,
  name: nameOfGroup(by, value),
});
