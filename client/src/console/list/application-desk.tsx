import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { formatCount } from '#shared/format-figures';
import type { SignupRow } from '#shared/growth';
import type { Invited } from '#shared/list-answers';
import type { ApplicationState } from '#shared/list-values';
import { countedPeople, type ListDesk } from '../api/use-desk.ts';
import { mayPrecede } from '../api/use-report.ts';
import { useConsole } from '../console-data.ts';
import { forget, keep, readKept, useKept } from '../session/kept.ts';
import { isSure } from '../ui/confirm-dialog.tsx';
import { listWords } from '../words/console-messages.ts';
import { type Action, ActionButtons, ApplicationCard, noteKeyOf } from './application-card.tsx';
import styles from './application-desk.module.css';
import { ApplicationList, type ListProps } from './application-list.tsx';
import {
  type Decided,
  decidePage,
  isMine,
  openPage,
  readAgain,
  sentenceOf,
  showNamed,
  stateOf,
  turnBy,
} from './application-page.ts';

const words = listWords.applications;

type ActionName = keyof typeof words.actions;
const labelOf = (name: ActionName, count: number | '' = '') =>
  words.actions[name]({ count }).replace('  ', ' ').trim();

interface DeskProps extends Pick<ListProps, 'state' | 'zone' | 'all'> {
  desk: ListDesk;
  /** Where the view shows what `desk` says. */
  receipt: Element | null;
  /** The latest answer. */
  signups: readonly SignupRow[];
  /** When it was asked for, in milliseconds since 1970 UTC. */
  askedAt: number;
  /** Which page was asked for. */
  place: string;
  /** The id of the application that the address names; empty for the first one. */
  named: string;
  /** Writes the application that is shown into the address. `isTurn`: by turning, of which the Back button takes nothing back. */
  onShow(id: string, isTurn: boolean): void;
  /** Called when the answer is out of date. */
  onChange(): void;
  /** Says that there are no applications. */
  empty: ReactNode;
  /** Turns to other pages. */
  pages: ReactNode;
  /** Shown below the application. */
  children?: ReactNode;
}

export function Desk(props: DeskProps) {
  const { signups, place, receipt, zone, named, onShow, onChange, pages, children } = props;
  const { said, say, run } = props.desk;
  const { sendsMail } = useConsole();
  const [page, setPage] = useState(() => openPage(place, signups, named));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((now) => [...now.filter((id) => !ids.includes(id)), ...(isChosen ? ids : [])]);
  const by = useKept<string>('own/name') ?? '';
  const tells = useKept<string>('own/tells') !== null && sendsMail;
  if (page.answer !== signups && !mayPrecede(props.askedAt, page.since)) {
    const next = readAgain(page, place, signups, named);
    setPage(next);
    if (next.place !== page.place) setChosen([]);
  }
  /** What was said of the latest decision, which *Undo* is beside. */
  const [sentence, setSentence] = useState('');
  const [followed, setFollowed] = useState(named);
  if (followed !== named) {
    setFollowed(named);
    setPage((now) => showNamed(now, named));
  }
  const { rows, latest } = page;
  const index = rows.findIndex(({ id }) => id === page.current);
  const signup = rows[index];
  const desk = useRef<HTMLDivElement>(null);
  const write = useEffectEvent((id: string) => {
    if (id !== (named || rows[0]?.id)) onShow(id, true);
  });
  const shown = useRef(page);
  useEffect(() => {
    const before = shown.current;
    shown.current = page;
    // What a page shows at first may be in place of what the address names.
    const isTurn = before.place === page.place && before.current !== page.current;
    if (!isTurn || !before.current || !page.current) return;
    write(page.current);
    // Its row and, last, its heading, because nobody must decide about somebody unread: a header may be longer than a screen.
    for (const part of ['[aria-current]', 'header', 'h2'])
      desk.current?.querySelector(part)?.scrollIntoView({ behavior: 'instant', block: 'nearest' });
  }, [page]);
  const turn = (step: number) => setPage((now) => turnBy(step, now));

  async function decide(ids: readonly string[], decision: ApplicationState) {
    const common = {
      decision,
      by: by.trim() || null,
      tell: tells && decision === 'declined',
    };
    const people = countedPeople(ids.length);
    if (common.tell && !(await isSure(labelOf('tell'), words.tellAsk({ people })))) return;
    const typed = new Map(ids.map((id) => [id, readKept<string>(noteKeyOf(id))]));
    const noteOf = ({ id, note: stored }: SignupRow) =>
      decision === 'waiting' ? null : (typed.get(id) ?? stored ?? '').trim() || null;
    const asked: SignupRow[] = [];
    const total: Decided = { changed: 0, told: [], others: [] };
    for (const first of rows.filter(({ id }) => typed.has(id))) {
      if (asked.includes(first)) continue;
      // With the state that is shown, so that nobody overrules a decision that was never seen.
      const [seen, own] = [stateOf(first), noteOf(first)];
      const same = rows.filter(
        (one) => typed.has(one.id) && stateOf(one) === seen && noteOf(one) === own,
      );
      const body = { ...common, ids: same.map(({ id }) => id), seen, note: own };
      const answer = await run<Decided>('list/decisions', body);
      if (!answer) break;
      asked.push(...same);
      total.changed += answer.changed;
      total.told.push(...answer.told);
      total.others.push(...answer.others);
    }
    if (asked.length === 0) return;
    // After a failure, which is said already, what was done before it is said, too.
    const mine = asked.filter(isMine(total));
    const who = mine.length === 1 ? mine[0]?.name : formatCount(total.changed);
    const news = sentenceOf(who ?? '', decision, total);
    say(news);
    setSentence(news);
    // Meanwhile another application may be shown, with another note, or another page.
    const notes = new Map(asked.map((one) => [one.id, noteOf(one)]));
    setPage((now) => (now.place === page.place ? decidePage(now, notes, common, total) : now));
    for (const { id, note: stored } of mine) {
      // With a decision its note goes, too, which goes back to where it was typed.
      if (decision === 'waiting') keep(noteKeyOf(id), readKept(noteKeyOf(id)) ?? stored);
      else forget(noteKeyOf(id), typed.get(id));
    }
    choose([...notes.keys()], false);
    onChange();
  }

  /** Says what was done, and asks for the list again. */
  function done(verb: string, count: number, ids: readonly string[], left = '') {
    say(words.done({ verb, people: countedPeople(count) }) + left);
    choose(ids, false);
    onChange();
  }

  async function invite(ids: readonly string[]) {
    const answer = await run<Invited>('list/invitations', { ids });
    if (!answer) return;
    const refused = words.refused({ people: countedPeople(answer.refused) });
    done(words.queued, answer.queued, ids, answer.refused > 0 ? ` ${refused}` : '');
  }

  async function withdraw(ids: readonly string[]) {
    const asked = words.withdrawAsk({ people: countedPeople(ids.length) });
    if (!(await isSure(labelOf('withdraw'), asked))) return;
    const answer = await run<{ withdrawn: number }>('list/invitations/withdraw', { ids });
    if (answer) done(words.withdrawn, answer.withdrawn, ids);
  }

  const state = signup ? stateOf(signup) : 'waiting';
  /** Takes decisions back, and shows the first of them, which may have gone out of sight. */
  function undo(ids: readonly string[]) {
    setPage((now) => ({ ...now, current: ids[0] }));
    void decide(ids, 'waiting');
  }
  /** What can be done with these, all of them in this state, or with the one that is shown. */
  function actionsOn(ids: readonly string[], of: string, one?: SignupRow): Action[] {
    const isAccepted = of === 'accepted';
    const isAgain = Boolean(one?.invitedAt);
    const names: { [name in ActionName]?: ActionName | false | undefined } = {
      decline: tells && 'tell',
      withdraw: one && 'withdrawOne',
      invite: isAgain && 'again',
    };
    const action = (
      key: string,
      name: ActionName,
      isOn: boolean,
      act: () => Promise<void>,
    ): Action => ({
      name,
      key: one ? key : '',
      label: labelOf(names[name] || name, one ? '' : ids.length),
      isMain: !(one && chosen.length > 0) && (name === 'accept' || (name === 'invite' && !isAgain)),
      isOff: !isOn || ids.length === 0,
      act: () => void act(),
    });
    const ofMail = [
      action('', 'invite', isAccepted && one?.confirmedAt !== null, () => invite(ids)),
      action('', 'withdraw', isAccepted && one?.invitedAt !== null, () => withdraw(ids)),
    ];
    return [
      action('a', 'accept', !isAccepted, () => decide(ids, 'accepted')),
      ...(sendsMail ? ofMail : []),
      action('d', 'decline', of !== 'declined', () => decide(ids, 'declined')),
    ];
  }
  const decisions = signup ? actionsOn([signup.id], state, signup) : [];
  const canUndo = latest.length > 0 && said === sentence;
  const latestUndo: Action = {
    ...{ key: 'u', label: words.undo.waiting, isOff: !canUndo },
    act: () => undo(latest),
  };
  const shownUndo: Action = {
    ...{ name: 'undo', key: canUndo ? '' : 'u', label: words.undo[state] },
    isOff: state === 'waiting',
    act: () => undo([page.current ?? '']),
  };
  const turns: Action[] = [
    { key: 'k', sign: '←', label: words.previous, isOff: index === 0, act: () => turn(-1) },
    { key: 'j', sign: '→', label: words.next, isOff: !rows[index + 1], act: () => turn(1) },
  ];

  /** Only in the list: software for dictation types words into a page wherever the focus is (WCAG 2.1.4). */
  function press(event: KeyboardEvent) {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const actions = [...decisions, latestUndo, shownUndo, ...turns];
    const action = actions.find(({ key, isOff }) => key === event.key && !isOff);
    // A key that is held moves on, but decides only once.
    if (!event.repeat || 'jk'.includes(event.key)) action?.act();
  }

  if (!signup) {
    return (
      <>
        {props.empty}
        {pages}
        {children}
      </>
    );
  }
  return (
    <div ref={desk} className={styles['desk']}>
      <div className={styles['side']}>
        <ApplicationCard {...{ signup, zone, decisions, undo: shownUndo, turns }} />
        {children}
      </div>
      <ApplicationList
        {...{ ...props, rows, chosen, choose, press }}
        open={(id) => onShow(id, false)}
        current={signup}
        actions={actionsOn(chosen, props.state)}
      >
        {pages}
      </ApplicationList>
      {receipt && createPortal(<ActionButtons actions={[latestUndo]} />, receipt)}
    </div>
  );
}
