import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import type { SignupRow } from '#shared/growth';
import type { ApplicationState } from '#shared/list-values';
import { useConsole } from '../console-data.ts';
import { forget, keep, readKept, useKept } from '../session/kept.ts';
import { Check, LabelledInput } from '../ui/inputs.tsx';
import { Empty } from '../ui/panel.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { listWords } from '../words/console-messages.ts';
import { ApplicationFacts } from './application-facts.tsx';
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
import { ApplicationRow } from './application-row.tsx';
import { countedPeople } from './counted-people.ts';
import styles from './list-views.module.css';
import type { ListDesk } from './use-desk.ts';
import { useFollowed } from './use-followed.ts';

const words = listWords.applications;

interface DeskProps {
  desk: ListDesk;
  /** The latest answer. */
  signups: readonly SignupRow[];
  /** Which page was asked for. */
  place: string;
  /** Whether that page is on its way: a key pressed now is meant for it. */
  isOld: boolean;
  zone: string;
  /** The id of the application that the address names; empty for the first one. */
  named: string;
  /** Writes the application that is shown into the address. `isTurn`: by turning, of which the Back button takes nothing back. */
  onShow(id: string, isTurn: boolean): void;
  /** Called when the answer is out of date. */
  onChange(): void;
}

interface Action {
  key: string;
  label: string;
  isOff?: boolean;
  act(): void;
}

const noteKeyOf = (id: string | undefined) => `note/${id}`;

/** Each application has its own note. The name, and whether to tell, stay for the next one. */
export function Desk(props: DeskProps) {
  const { signups, place, isOld, zone, named, onShow, onChange } = props;
  const { say, run } = props.desk;
  const { sendsMail } = useConsole();
  const [page, setPage] = useState(() => openPage(place, signups, named));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = useCallback((id: string, isChosen: boolean) => {
    setChosen((before) => {
      const rest = [...before].filter((other) => other !== id);
      return new Set(isChosen ? [...rest, id] : rest);
    });
  }, []);
  const by = useKept<string>('own/name') ?? '';
  const [tells, setTells] = useState(false);
  const hasKeys = useKept<string>('own/keys') !== 'off';
  if (!isOld && page.answer !== signups) {
    const next = readAgain(page, place, signups, named);
    setPage(next);
    if (next.place !== page.place) setChosen(new Set());
  }
  const [followed, setFollowed] = useState(named);
  if (!isOld && followed !== named) {
    setFollowed(named);
    setPage((now) => showNamed(now, named));
  }
  const { rows, latest } = page;
  const index = rows.findIndex(({ id }) => id === page.current);
  const signup = rows[index];
  const noteKey = noteKeyOf(page.current);
  const note = useKept<string>(noteKey) ?? '';
  const open = useCallback((id: string) => onShow(id, false), [onShow]);
  const desk = useRef<HTMLDivElement>(null);
  useFollowed(page, named, desk, (id) => onShow(id, true));
  const turn = (step: number) => setPage((now) => turnBy(step, now));
  const unchoose = (ids: readonly string[]) =>
    setChosen((now) => new Set([...now].filter((id) => !ids.includes(id))));

  async function decide(ids: readonly string[], decision: ApplicationState) {
    const common = {
      decision,
      by: by.trim() || null,
      tell: tells && decision === 'declined',
    };
    const people = countedPeople(ids.length);
    if (common.tell && !confirm(words.tellAsk({ people }))) return;
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
    say((failure) => `${sentenceOf(decision, total)} ${failure}`.trim());
    // Meanwhile another application may be shown, with another note, or another page.
    const notes = new Map(asked.map((one) => [one.id, noteOf(one)]));
    setPage((now) => (now.place === page.place ? decidePage(now, notes, common, total) : now));
    for (const { id, note: stored } of asked.filter(isMine(total))) {
      // With a decision its note goes, too, which goes back to where it was typed.
      if (decision === 'waiting') keep(noteKeyOf(id), readKept(noteKeyOf(id)) ?? stored);
      else forget(noteKeyOf(id), typed.get(id));
    }
    unchoose([...notes.keys()]);
    onChange();
  }

  async function invite(path: 'list/invitations' | 'list/invitations/withdraw') {
    const asked = [...chosen];
    const people = countedPeople(asked.length);
    if (path === 'list/invitations/withdraw' && !confirm(words.withdrawAsk({ people }))) return;
    const answer = await run<{ queued?: number; refused?: number; withdrawn?: number }>(path, {
      ids: asked,
    });
    if (!answer) return;
    const { queued, refused = 0, withdrawn = 0 } = answer;
    const verb = queued === undefined ? words.verbs.withdrawn : words.verbs.invited;
    const left = refused > 0 ? ` ${words.refused({ people: countedPeople(refused) })}` : '';
    say(words.done({ verb, people: countedPeople(queued ?? withdrawn) }) + left);
    unchoose(asked);
    onChange();
  }

  const state = signup ? stateOf(signup) : 'waiting';
  const decideThis = (decision: ApplicationState) => () =>
    void (signup && decide([signup.id], decision));
  /** Takes back the decision that is shown, or else the latest, whose application may have gone out of sight. */
  function undo() {
    if (state !== 'waiting') return decideThis('waiting')();
    setPage((now) => ({ ...now, current: latest[0] }));
    void decide(latest, 'waiting');
  }
  const isLast = index === rows.length - 1;
  const actions: Action[] = [
    { key: 'a', label: words.accept, act: decideThis('accepted') },
    { key: 'd', label: words.decline, act: decideThis('declined') },
    { key: 'u', label: words.undo, act: undo, isOff: state === 'waiting' && latest.length === 0 },
    { key: 'k', label: words.previous, act: () => turn(-1), isOff: index === 0 },
    { key: 'j', label: words.next, act: () => turn(1), isOff: isLast },
  ];

  /** Only in the list: software for dictation types words into a page wherever the focus is (WCAG 2.1.4). */
  function press(event: KeyboardEvent) {
    if (!hasKeys || isOld || event.metaKey || event.ctrlKey || event.altKey) return;
    const action = actions.find(({ key }) => key === event.key);
    if (!action) return;
    event.preventDefault();
    // A key that is held moves on, but decides only once.
    if (action.isOff || (event.repeat && !'jk'.includes(action.key))) return;
    action.act();
  }

  if (!signup) return <Empty heading={words.empty.heading}>{words.empty.text}</Empty>;
  const all = rows.map(({ id }) => id);
  const ids = [...chosen];
  const bulkOf = (key: keyof typeof words.bulk, act: () => Promise<void>) => ({
    ...{ key, label: words.bulk[key]({ count: ids.length }) },
    act: () => void act(),
  });
  const bulk = [
    bulkOf('accept', () => decide(ids, 'accepted')),
    bulkOf('decline', () => decide(ids, 'declined')),
  ];
  if (sendsMail) {
    bulk.push(
      bulkOf('invite', () => invite('list/invitations')),
      bulkOf('withdraw', () => invite('list/invitations/withdraw')),
    );
  }
  return (
    <div ref={desk} className={styles['desk']}>
      <article className={styles['card']} aria-live="polite" data-state={state}>
        <header>
          <h2 dir="auto">{signup.name}</h2>
          <p>{words.place({ index: index + 1, count: rows.length })}</p>
        </header>
        <ApplicationFacts
          signup={signup}
          zone={zone}
          onDone={(message) => {
            say(message);
            onChange();
          }}
        />
        <div className={styles['entry']}>
          <LabelledInput
            label={words.note}
            value={note}
            maxLength={500}
            onChange={(value) => keep(noteKey, value)}
          />
          <LabelledInput
            label={words.by}
            value={by}
            maxLength={100}
            autoComplete="name"
            onChange={(value) => keep('own/name', value)}
          />
        </div>
        {sendsMail && <Check label={words.tell} checked={tells} onChange={setTells} />}
        <div className={styles['actions']}>
          {actions.map(({ key, label, act, isOff = false }) => (
            <SmallButton
              key={key}
              variant={key === 'a' ? 'notify' : 'quiet'}
              label={label}
              aria-keyshortcuts={hasKeys ? key : undefined}
              aria-disabled={isOff || undefined}
              onClick={() => !isOff && act()}
            />
          ))}
        </div>
        <Check
          label={words.keys}
          checked={hasKeys}
          onChange={(next) => keep('own/keys', next ? '' : 'off')}
        />
      </article>
      {/* A click on a text of it, too, gives it the keys. Tab goes to its first row, or browsers would scroll to its middle. */}
      <section aria-label={words.list} className={styles['list']} tabIndex={-1} onKeyDown={press}>
        <Check
          label={words.selectAll}
          checked={chosen.size === all.length}
          onChange={(isChecked) => setChosen(new Set(isChecked ? all : []))}
        />
        <ul>
          {rows.map((one) => (
            <ApplicationRow
              key={one.id}
              id={one.id}
              name={one.name}
              useCase={one.useCase}
              choose={choose}
              open={open}
              state={stateOf(one)}
              isCurrent={one === signup}
              isChosen={chosen.has(one.id)}
            />
          ))}
        </ul>
        <div className={styles['actions']}>
          {bulk.map(({ key, label, act }) => (
            <SmallButton
              key={key}
              label={label}
              aria-disabled={ids.length === 0 || undefined}
              onClick={() => ids.length > 0 && act()}
            />
          ))}
        </div>
      </section>
    </div>
  );
}
