import { alertWords } from '../words/server-messages.ts';

const minuteOf = (time: number) => `${new Date(time).toISOString().slice(0, 16)}Z`;

/** Says why a clock is not believed. @param latest when one was last believed */
export const describeDoubt = (now: number, latest: number): string =>
  alertWords.text.deletion_waits.clock({ now: minuteOf(now), latest: minuteOf(latest) });
