/** Resolves when the next request goes out, to the time from which its answer is timed, by the same clock. */
export type Pace = () => Promise<number>;

export interface Clock {
  /** The time in milliseconds. */
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

/** A closed loop: the next request goes out as soon as the previous one is answered. */
export const closedLoop =
  ({ now }: Pick<Clock, 'now'>): Pace =>
  async () =>
    now();

/**
 * An open loop for any number of connections that share it: one request every `1 / perSecond` seconds, whether or not
 * earlier ones were answered. A request that goes out late, because all connections were busy, counts from when it was
 * due: real visitors do not wait until a slow server is ready.
 */
export function openLoop(perSecond: number, { now, sleep }: Clock): Pace {
  const start = now();
  let count = 0;
  return async () => {
    const due = start + (count * 1000) / perSecond;
    count += 1;
    if (due <= now()) return due;
    await sleep(due - now());
    return now(); // a timer that fires late is not the server's fault
  };
}

/**
 * Returns a sequence with each name as often as its weight, spread evenly: the smooth weighted round robin of nginx.
 */
export function spread<Name extends string>(weights: Readonly<Record<Name, number>>): Name[] {
  const names = Object.keys(weights) as Name[];
  const total = names.reduce((sum, name) => sum + weights[name], 0);
  const credits = new Map(names.map((name) => [name, 0]));
  const creditOf = (name: Name) => credits.get(name) ?? 0;
  return Array.from({ length: total }, () => {
    for (const name of names) credits.set(name, creditOf(name) + weights[name]);
    const next = names.reduce((best, name) => (creditOf(name) > creditOf(best) ? name : best));
    credits.set(next, creditOf(next) - total);
    return next;
  });
}
