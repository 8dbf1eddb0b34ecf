import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { SignupRow } from '#shared/growth';
import { APPLICATION_STATES, type ApplicationState } from '#shared/list-values';
import { Button } from '../../ui/button.tsx';
import { formatMinute } from '../charts/format-axis.ts';
import controls from '../ui/controls.module.css';
import { listWords } from '../words/console-messages.ts';
import { ApplicationRow } from './application-row.tsx';
import { countedPeople } from './counted-people.ts';
import styles from './list-views.module.css';
import type { useDesk } from './use-desk.ts';

const words = listWords.applications;
const states = listWords.states;

/** A checkbox takes no letters, so the keys work while it has the focus. */
const TYPED_INTO = 'input:not([type=checkbox]), textarea, select';

interface Decision {
  state: ApplicationState;
  by: string | null;
}

interface Decided {
  changed: number;
  told: number;
  others: ({ id: string } & Decision)[];
}

interface DeskProps extends Pick<ReturnType<typeof useDesk>, 'say' | 'run'> {
  signups: readonly SignupRow[];
  /** Whether the next page is on its way: a key pressed now is meant for it. */
  isOld: boolean;
  zone: string;
  sendsMail: boolean;
}

interface Action {
  key: string;
  label: string;
  isOff?: boolean;
  act(): void;
}

/** What the team enters stays for the next application. */
export function Desk({ signups, isOld, zone, sendsMail, say, run }: DeskProps) {
  const [index, setIndex] = useState(0);
  /** What was decided here: the rows stay in their place until others are shown, so that they can be undone. */
  const [decided, setDecided] = useState<ReadonlyMap<string, Decision>>(new Map());
  /** What was decided last, to be undone. */
  const [latest, setLatest] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = useCallback((id: string, isChosen: boolean) => {
    setChosen((before) => {
      const rest = [...before].filter((other) => other !== id);
      return new Set(isChosen ? [...rest, id] : rest);
    });
  }, []);
  const [by, setBy] = useState('');
  const [note, setNote] = useState('');
  const [tells, setTells] = useState(false);
  const signup = signups[index] ?? signups[0];
  const stateOf = (one: SignupRow): ApplicationState =>
    decided.get(one.id)?.state ?? one.decision ?? 'waiting';
  const turn = (step: number) =>
    setIndex((at) => Math.min(signups.length - 1, Math.max(0, at + step)));

  async function decide(ids: readonly string[], decision: ApplicationState) {
    const common = {
      decision,
      note: note.trim() || null,
      by: by.trim() || null,
      tell: tells && decision === 'declined',
    };
    const total: Decided = { changed: 0, told: 0, others: [] };
    // Each with the state that is shown, so that nobody overrules a decision that was never seen.
    for (const seen of APPLICATION_STATES) {
      const same = signups.filter((one) => ids.includes(one.id) && stateOf(one) === seen);
      if (same.length === 0) continue;
      const body = { ...common, ids: same.map(({ id }) => id), seen };
      const answer = await run<Decided>('list/decisions', body);
      if (!answer) return;
      total.changed += answer.changed;
      total.told += answer.told;
      total.others.push(...answer.others);
    }
    const { changed, told, others } = total;
    const [other] = others;
    const kept = told > 0 ? ` ${words.toldBefore({ people: countedPeople(told) })}` : '';
    const people = countedPeople(others.length);
    const faster =
      other === undefined
        ? ''
        : other.by === null
          ? ` ${words.somebodyFaster({ people })}`
          : ` ${words.faster({ people, by: other.by })}`;
    say(
      words.done({ verb: words.verbs[decision], people: countedPeople(changed) }) + kept + faster,
    );
    const mine = told > 0 ? [] : ids.map((id) => [id, { state: decision, by: common.by }] as const);
    const theirs = others.map(({ id, state, by }) => [id, { state, by }] as const);
    setDecided(new Map([...decided, ...mine, ...theirs]));
    setNote('');
    setChosen(new Set());
    setLatest(decision === 'waiting' ? [] : ids);
    if (ids.length === 1 && decision !== 'waiting' && changed === 1) turn(1);
  }

  async function invite(path: 'list/invitations' | 'list/invitations/withdraw') {
    const answer = await run<{ queued?: number; refused?: number; withdrawn?: number }>(path, {
      ids: [...chosen],
    });
    if (!answer) return;
    const { queued, refused = 0, withdrawn = 0 } = answer;
    const verb = queued === undefined ? words.verbs.withdrawn : words.verbs.invited;
    const left = refused > 0 ? ` ${words.refused({ people: countedPeople(refused) })}` : '';
    say(words.done({ verb, people: countedPeople(queued ?? withdrawn) }) + left);
    setChosen(new Set());
  }

  const state = signup ? stateOf(signup) : 'waiting';
  const decideThis = (decision: ApplicationState) => () =>
    void (signup && decide([signup.id], decision));
  /** Takes back the decision that is shown, or else the latest, whose application may have gone out of sight. */
  function undo() {
    if (state !== 'waiting') return decideThis('waiting')();
    setIndex(signups.findIndex(({ id }) => id === latest[0]));
    void decide(latest, 'waiting');
  }
  const isLast = index === signups.length - 1;
  const actions: Action[] = [
    { key: 'a', label: words.accept, act: decideThis('accepted') },
    { key: 'd', label: words.decline, act: decideThis('declined') },
    { key: 'u', label: words.undo, act: undo, isOff: state === 'waiting' && latest.length === 0 },
    { key: 'k', label: words.previous, act: () => turn(-1), isOff: index === 0 },
    { key: 'j', label: words.next, act: () => turn(1), isOff: isLast },
  ];

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isOld || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return;
    const action = actions.find(({ key }) => key === event.key);
    if (!action) return;
    event.preventDefault();
    // A key that is held moves on, but decides only once.
    if (action.isOff || (event.repeat && !'jk'.includes(action.key))) return;
    action.act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  if (!signup) return null;
  const all = signups.map(({ id }) => id);
  const ids = [...chosen];
  const bulk = [
    { label: words.bulk.accept({ count: ids.length }), act: () => void decide(ids, 'accepted') },
    { label: words.bulk.decline({ count: ids.length }), act: () => void decide(ids, 'declined') },
  ];
  if (sendsMail) {
    const count = ids.length;
    bulk.push(
      { label: words.bulk.invite({ count }), act: () => void invite('list/invitations') },
      {
        label: words.bulk.withdraw({ count }),
        act: () => void invite('list/invitations/withdraw'),
      },
    );
  }
  const decidedBy = (decided.get(signup.id) ?? { by: signup.decidedBy }).by;
  return (
    <>
      <article className={styles['card']} aria-live="polite" data-state={state}>
        <header>
          <h2 dir="auto">{signup.name}</h2>
          <p>{words.place({ index: index + 1, count: signups.length })}</p>
        </header>
        <p dir="auto">{signup.email}</p>
        {sendsMail && signup.confirmedAt === null && (
          <p className={styles['warning']}>{words.unconfirmed}</p>
        )}
        {signup.undeliverableAt !== null && (
          <p className={styles['warning']}>{words.undeliverable}</p>
        )}
        <dl className={styles['facts']}>
          <div>
            <dt>{words.useCase}</dt>
            <dd dir="auto">{signup.useCase ?? '–'}</dd>
          </div>
          <div>
            <dt>{words.channel}</dt>
            <dd dir="auto">{signup.youtubeChannel ?? '–'}</dd>
          </div>
          <div>
            <dt>{words.applied}</dt>
            <dd>
              {formatMinute(signup.createdAt, zone)}
              {signup.language && ` · ${signup.language}`}
            </dd>
          </div>
        </dl>
        <p className={styles['state']} data-state={state}>
          {decidedBy ? words.decided({ state: states[state], by: decidedBy }) : states[state]}
          {signup.toldAt !== null && ` · ${words.told}`}
          {signup.invitedAt !== null &&
            ` · ${words.invited} ${formatMinute(signup.invitedAt, zone)}`}
          {signup.redeemedAt !== null && ` · ${words.redeemed}`}
          {signup.note !== null && ` · ${signup.note}`}
        </p>
        <div className={styles['entry']}>
          <label className={controls['select']}>
            <span>{words.note}</span>
            <input value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
          </label>
          <label className={controls['select']}>
            <span>{words.by}</span>
            <input
              value={by}
              maxLength={100}
              autoComplete="name"
              onChange={(event) => setBy(event.target.value)}
            />
          </label>
        </div>
        {sendsMail && (
          <label className={controls['check']}>
            <input
              type="checkbox"
              checked={tells}
              onChange={(event) => setTells(event.target.checked)}
            />
            {words.tell}
          </label>
        )}
        <div className={styles['actions']}>
          {actions.map(({ key, label, act, isOff = false }) => (
            <Button
              key={key}
              variant={key === 'a' ? 'notify' : 'quiet'}
              size="small"
              label={label}
              aria-keyshortcuts={key}
              disabled={isOff}
              onClick={act}
            />
          ))}
        </div>
        <p className={styles['keys']}>{words.keys}</p>
      </article>
      <section aria-label={words.list} className={styles['list']}>
        <label className={controls['check']}>
          <input
            type="checkbox"
            checked={chosen.size === all.length}
            onChange={(event) => setChosen(new Set(event.target.checked ? all : []))}
          />
          {words.selectAll}
        </label>
        <ul>
          {signups.map((one, at) => (
            <ApplicationRow
              key={one.id}
              signup={one}
              at={at}
              choose={choose}
              open={setIndex}
              state={stateOf(one)}
              isCurrent={at === index}
              isChosen={chosen.has(one.id)}
            />
          ))}
        </ul>
        <div className={styles['actions']}>
          {bulk.map(({ label, act }) => (
            <Button
              key={label}
              variant="quiet"
              size="small"
              label={label}
              disabled={ids.length === 0}
              onClick={act}
            />
          ))}
        </div>
      </section>
    </>
  );
}
