import type { SignupRow } from '#shared/growth';
import type { DecisionRequest } from '#shared/list';
import type { DecidedReport } from '#shared/list-answers';
import type { ApplicationState } from '#shared/list-values';
import { countedPeople } from '../api/use-desk.ts';
import { listWords } from '../words/console-messages.ts';

const words = listWords.applications;

export interface Page {
  /** What was asked for. */
  place: string;
  /** The latest answer that the rows have followed. */
  answer: readonly SignupRow[];
  /** They stay in their place until another page is shown, so that a decision can be undone. */
  rows: readonly SignupRow[];
  /** The id of the application that is shown. */
  current: string | undefined;
  /** The ids that were decided last, to be undone. */
  latest: readonly string[];
  /** When the latest decision was stored, in milliseconds since 1970 UTC. What was asked before does not know it. */
  since: number;
}

export type Decided = Pick<DecidedReport, 'changed' | 'told' | 'others'>;
type Decision = Pick<DecisionRequest, 'decision' | 'by'>;

/** @param named the id that the address names, if it is among the rows */
export const openPage = (place: string, rows: readonly SignupRow[], named: string): Page =>
  showNamed({ place, answer: rows, rows, current: undefined, latest: [], since: 0 }, named);

/** Shows the application that the address names, or else the first. */
export const showNamed = (page: Page, named: string): Page => ({
  ...page,
  current: (page.rows.find(({ id }) => id === named) ?? page.rows[0])?.id,
});

/** Rows that are no longer in the answer stay as they are. */
export function readAgain(
  page: Page,
  place: string,
  answer: readonly SignupRow[],
  named: string,
): Page {
  if (page.place !== place || page.rows.length === 0) return openPage(place, answer, named);
  const read = new Map(answer.map((one) => [one.id, one]));
  const rows = page.rows.map((one) => read.get(one.id) ?? one);
  const other = answer.find(({ id }) => id === named);
  if (!other || rows.some(({ id }) => id === named)) return { ...page, answer, rows };
  return { ...page, answer, rows: [other, ...rows], current: named };
}

export function turnBy(step: number, page: Page): Page {
  const at = page.rows.findIndex(({ id }) => id === page.current) + step;
  return { ...page, current: page.rows[Math.min(page.rows.length - 1, Math.max(0, at))]?.id };
}

export const stateOf = (one: Pick<SignupRow, 'decision'>): ApplicationState =>
  one.decision ?? 'waiting';

/** Returns whether a decision on an application was stored, and not one before it that stays. */
export const isMine =
  ({ told, others }: Decided) =>
  ({ id }: Pick<SignupRow, 'id'>) =>
    !told.includes(id) && others.every((other) => other.id !== id);

const changeOf = ({ decision, by }: Decision, note: string | null = null) => ({
  ...(decision === 'waiting' ? { decision: null, decidedBy: null } : { decision, decidedBy: by }),
  note,
  invitedAt: null, // an invitation that had left would have prevented it
});

/** Shows a decision on these ids with their notes, and the next application after a decision on the one that is shown. */
export function decidePage(
  page: Page,
  notes: ReadonlyMap<string, string | null>,
  decision: Decision,
  done: Decided,
): Page {
  const mine = [...notes.keys()].filter((id) => isMine(done)({ id }));
  const rows = page.rows.map((one) => {
    const other = done.others.find(({ id }) => id === one.id);
    if (other) return { ...one, ...changeOf({ decision: other.state, by: other.by }) };
    return mine.includes(one.id) ? { ...one, ...changeOf(decision, notes.get(one.id)) } : one;
  });
  const next = { ...page, rows, latest: mine, since: Date.now() };
  if (decision.decision === 'waiting') return { ...next, latest: [] };
  const isShown = notes.size === 1 && notes.has(page.current ?? '');
  return isShown && done.changed === 1 ? turnBy(1, next) : next;
}

/** Says what was decided. @param who one name, or how many */
export function sentenceOf(who: string, decision: ApplicationState, done: Decided): string {
  const { told, others } = done;
  const what = decision === 'waiting' ? words.takenBack : listWords.states[decision];
  const said = [words.receipt({ who, what: what.toLowerCase() })];
  if (told.length > 0) said.push(words.toldBefore({ people: countedPeople(told.length) }));
  const by = others[0]?.by ?? words.somebody;
  if (others.length > 0) said.push(words.faster({ people: countedPeople(others.length), by }));
  return said.join(' ');
}
