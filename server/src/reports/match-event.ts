import type { EventKind } from '../store/store.ts';

/** Matches events by name (null for any) and by the values of their properties. */
export interface EventCondition {
  event: string | null;
  properties: Readonly<Record<string, string | number | boolean>>;
}

/** Returns a function whose bit i says whether an event meets condition i. There are at most 31 conditions. */
export function matchConditions(conditions: readonly EventCondition[]) {
  return (kind: EventKind): number =>
    conditions.reduce((bits, one, index) => (meets(kind, one) ? bits | (1 << index) : bits), 0);
}

function meets(kind: EventKind, { event, properties }: EventCondition): boolean {
  if (event !== null && event !== kind.name) return false;
  return Object.entries(properties).every(([name, value]) =>
    equals(Object.hasOwn(kind.properties, name) ? kind.properties[name] : null, String(value)),
  );
}

/** Compares as PostHog does: "25" and 25 are equal, and so are "true" and true; 1 and true are not. */
function equals(property: unknown, text: string): boolean {
  if (typeof property === 'string') return property === text;
  if (typeof property === 'boolean') return String(property) === text;
  return typeof property === 'number' && String(Number(text)) === text && property === Number(text);
}
