import { eventSchema } from '#shared/events';
import type { FunnelQuery, FunnelStep } from '#shared/funnel';
import { didYouMean } from '../../lib/nearest-name.ts';

const EVENTS = new Map(
  eventSchema.options.map(({ shape }) => [shape.name.value as string, shape.properties.shape]),
);

/**
 * Returns a line for each step and exclusion that asks for what no page of this site sends. A step that somebody took
 * anyway gets none: another program may have sent its event.
 *
 * @param counts people per step, as counted
 */
export function warnAboutFunnel(
  { steps, exclusions, order }: FunnelQuery,
  counts: readonly { count: number }[],
): string[] {
  const warn = (what: string, condition: Condition) => {
    const fault = findFault(condition);
    return fault === null ? [] : [`${what}: ${fault}`];
  };
  return [
    ...steps.flatMap((step, index) => {
      // Without an order, a count is not that of one step.
      const taken = (order === 'unordered' ? counts.at(-1) : counts[index])?.count ?? 0;
      return taken > 0 ? [] : warn(`step ${index + 1}`, step);
    }),
    ...exclusions.flatMap((exclusion, index) => warn(`exclusion ${index + 1}`, exclusion)),
  ];
}

type Condition = Pick<FunnelStep, 'event' | 'properties'>;

function findFault({ event, properties }: Condition): string | null {
  const known = event === null ? [...EVENTS.values()] : [EVENTS.get(event) ?? {}];
  if (event !== null && !EVENTS.has(event)) return absent('event', event, [...EVENTS.keys()]);
  for (const [name, value] of Object.entries(properties)) {
    const schemas = known.flatMap((shape) =>
      Object.hasOwn(shape, name) ? [Reflect.get(shape, name)] : [],
    );
    if (schemas.length === 0) {
      const of = event === null ? '' : ` of ${event}`;
      return absent(`property${of}`, name, known.flatMap(Object.keys));
    }
    // A condition compares as text, so "25" may stand for 25.
    const meets = [value, String(value), Number(value)].some((form) =>
      schemas.some((schema) => schema.safeParse(form).success),
    );
    if (!meets) return `${name} is never ${JSON.stringify(value)}`;
  }
  return null;
}

const absent = (what: string, name: string, known: readonly string[]) =>
  `there is no ${what} called ${JSON.stringify(name)}; expected one of ${known.join(', ')}${didYouMean(name, known)}`;
