import { largestUnitOf } from '#shared/format-figures';
import type { TailEvent } from '#shared/growth';
import { formatDay } from '../charts/format-axis.ts';

/** A visit ends with half an hour without an event, as sessions do in most tools. */
const ENDS_MS = 30 * 60_000;
/** Somebody who did something this recently may still be there. */
const LIT_MS = 5 * 60_000;

/** What one visitor did without a long break, in order. */
export type Visit = readonly [TailEvent, ...TailEvent[]];
export type VisitGroup = readonly [Visit, ...Visit[]];

const timeOf = (event: TailEvent | undefined) => Date.parse(event?.occurredAt ?? '');

/**
 * Returns the visits by their beginning, latest first, so that one that goes on stays in its place. The server sends
 * the latest arrival first, and a page may send an event minutes after it happened.
 */
export function visitsOf(events: readonly TailEvent[]): Visit[] {
  const visits: [TailEvent, ...TailEvent[]][] = [];
  const latest = new Map<string, TailEvent[]>();
  for (const event of events.toReversed().sort((a, b) => timeOf(a) - timeOf(b))) {
    const visit = latest.get(event.visitor);
    if (visit && timeOf(event) - timeOf(visit.at(-1)) < ENDS_MS) visit.push(event);
    else latest.set(event.visitor, visits[visits.push([event]) - 1] ?? []);
  }
  return visits.reverse();
}

/** Returns the events that make the path, of scrolling only the furthest: on the way to 75 % everybody passes 25 %. */
export function stepsOf(visit: Visit): TailEvent[] {
  const depthOf = ({ name, properties }: TailEvent) =>
    name === 'scroll' ? Number(properties['percent_scrolled']) : null;
  const furthest = Math.max(...visit.map((event) => depthOf(event) ?? 0));
  return visit.filter((event) => [null, furthest].includes(depthOf(event)));
}

/** Returns the milliseconds from the first event of a visit to its last one. */
export const lengthOf = (visit: Visit): number => timeOf(visit.at(-1)) - timeOf(visit[0]);

/**
 * Returns how long ago the last of some visits was, in the largest unit, and whether it may still go on. An event from a
 * clock that is fast has the age 0.
 * @param now milliseconds since 1970 UTC
 */
export function ageOf(visits: readonly Visit[], now: number): { text: string; isLit: boolean } {
  const age = Math.max(0, now - Math.max(...visits.map((visit) => timeOf(visit.at(-1)))));
  return { text: inLargestUnit(age), isLit: age < LIT_MS };
}

export const didNothing = (visit: Visit): boolean =>
  visit.every(({ name, properties }) => name === 'scroll' || properties['section_name'] === 'hero');

/** Joins visits of a day, beside each other, that only scrolled, once they are over. */
export function groupsOf(visits: readonly Visit[], now: number, zone: string): VisitGroup[] {
  const dayOf = ([{ occurredAt }]: Visit) => formatDay(occurredAt, zone);
  const groups: [Visit, ...Visit[]][] = [];
  for (const visit of visits) {
    const before = groups.at(-1);
    const isOver = !ageOf([...(before ?? []), visit], now).isLit;
    const isJoined = before && isOver && [before[0], visit].every(didNothing);
    if (isJoined && dayOf(before[0]) === dayOf(visit)) before.push(visit);
    else groups.push([visit]);
  }
  return groups;
}

/** Formats as `2 min`. Empty below a minute: nobody decides anything by seconds. */
export function inLargestUnit(milliseconds: number): string {
  if (milliseconds < 60_000) return '';
  const [size, sign] = largestUnitOf(milliseconds / 1000);
  return `${Math.floor(milliseconds / 1000 / size)}\u00a0${sign}`;
}
