import { useRef } from 'react';
import { formatCount, formatShare } from '#shared/format-figures';
import { MINUTE_MS } from '#shared/limits';
import type { Mailing } from '#shared/list';
import type { AgainReport, MailingReport } from '#shared/list-answers';
import type { MailingAction } from '#shared/list-values';
import { cx } from '../../ui/cx.ts';
import { countedPeople, type ListDesk } from '../api/use-desk.ts';
import { useReport } from '../api/use-report.ts';
import { formatMinute } from '../charts/format-axis.ts';
import blocks from '../ui/block.module.css';
import { isSure } from '../ui/confirm-dialog.tsx';
import controls from '../ui/controls.module.css';
import { DotWords } from '../ui/dot.tsx';
import { Figures, Panel } from '../ui/panel.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { listWords } from '../words/console-messages.ts';
import { MailingPreview } from './mailing-editor.tsx';
import styles from './mailings-view.module.css';
import { namesOf } from './use-draft.ts';

const words = listWords.mailings;
const EVERY_MS = 3_000;
const DOTS = {
  draft: 'off',
  starting: 'on',
  sending: 'on',
  paused: 'no',
  stopped: 'no',
  done: 'done',
} as const;

interface ProgressProps {
  desk: ListDesk;
  id: string;
  zone: string;
}

const ACTIONS: Partial<Record<Mailing['state'], readonly MailingAction[]>> = {
  sending: ['pause', 'stop'],
  paused: ['resume', 'stop'],
};

/** What became of a mailing: how many have it, who is in doubt, and how it goes on. */
export function MailingProgress({ id, zone, desk }: ProgressProps) {
  const { say, request: run, enqueue } = desk;
  const report = useReport<MailingReport>(`list/mailings/${id}`, EVERY_MS);
  const heading = useRef<HTMLHeadingElement>(null);

  function changed() {
    heading.current?.focus(); // the pressed button goes
    report.retry();
  }

  async function act(action: MailingAction, waiting: number) {
    const asked = words.stopText({ people: countedPeople(waiting) });
    if (action === 'stop' && !(await isSure(words.actions.stop, asked, words.stopAsk))) return;
    if (await run(`list/mailings/${id}/${action}`)) changed();
  }

  async function again(ids: readonly string[]) {
    const asked = words.againAsk({ people: countedPeople(ids.length) });
    if (!(await isSure(words.againOne, asked))) return;
    const answer = await run<AgainReport>(`list/mailings/${id}/again`, { ids });
    if (answer) {
      const { reason } = answer;
      const people = countedPeople(answer.again);
      say(reason === null ? words.againDone({ people }) : words.againSome({ people, reason }));
    }
    changed();
  }

  return (
    <Panel report={report}>
      {(mailing) => {
        const { state, reason, version, people, recipients, perHour, endsAt, putOff, troubled } =
          mailing;
        const known = Object.values(recipients).reduce((sum, count) => sum + count, 0);
        const { sent = 0, waiting = 0, in_doubt: inDoubt = 0, refused = 0 } = recipients;
        const progress = words.progress({ sent: formatCount(sent), of: formatCount(people) });
        const listed = troubled.filter(
          ({ state: of, attemptedAt }) =>
            of === 'refused' || !(Date.now() - Date.parse(attemptedAt ?? '') < MINUTE_MS), // else just leaving
        );
        const leaving = troubled.length - listed.length;
        const doubtful = listed.flatMap((one) => (one.state === 'in_doubt' ? one.signupId : []));
        const counts = [
          ['sent', sent],
          ['waiting', waiting + leaving],
          ['in_doubt', inDoubt - leaving],
          ['refused', refused],
        ] as const;
        return (
          <div className={styles['editor']}>
            <div className={styles['words']}>
              <header className={controls['row']}>
                <h2 ref={heading} tabIndex={-1}>
                  <MailingState state={state} />
                </h2>
                {ACTIONS[state]?.map((action) => (
                  <SmallButton
                    key={action}
                    className={cx(action === 'stop' && styles['last'])}
                    label={words.actions[action]}
                    onClick={() => enqueue(() => act(action, counts[1][1]), action)}
                  />
                ))}
              </header>
              <p className={blocks['quiet']}>
                {words.sentTo({
                  people: countedPeople(people),
                  audience: namesOf(mailing.audience).join(', '),
                  at: formatMinute(mailing.startedAt ?? mailing.createdAt, zone),
                })}
              </p>
              {reason !== null && <p className={controls['warning']}>{`${words.why} ${reason}`}</p>}
              <p>{`${progress} (${formatShare(sent, people)})`}</p>
              <progress aria-label={progress} value={sent} max={Math.max(1, people)} />
              <Figures
                isList
                figures={counts.map(([one, value]) => ({
                  label: words.recipients[one],
                  value,
                  note: one === 'in_doubt' ? words.mayHave : '',
                }))}
              />
              <p className={blocks['quiet']}>
                {known < people && words.gone({ people: countedPeople(people - known) })}{' '}
                {state === 'sending' && words.pace({ perHour })}{' '}
                {endsAt &&
                  Date.parse(endsAt) - Date.now() > MINUTE_MS &&
                  words.ends({ at: formatMinute(endsAt, zone), zone })}
              </p>
              {state !== 'stopped' && putOff !== null && (
                <p className={controls['warning']}>
                  {words.putOff({
                    people: countedPeople(putOff.people),
                    until: formatMinute(putOff.until, zone),
                    reason: putOff.reason ?? words.threeADay,
                  })}
                </p>
              )}
              {listed.length > 0 && (
                <section aria-label={words.troubled} className={styles['words']}>
                  <header className={controls['row']}>
                    <h3>{words.troubled}</h3>
                    {doubtful.length > 1 && (
                      <SmallButton
                        label={words.again({ count: doubtful.length })}
                        onClick={() => enqueue(() => again(doubtful), 'all')}
                      />
                    )}
                  </header>
                  {doubtful.length > 0 && <p className={blocks['quiet']}>{words.doubt}</p>}
                  <ul className={styles['troubled']}>
                    {listed.map((one) => (
                      <li key={one.signupId}>
                        <span dir="auto">
                          {one.name}
                          <br />
                          {one.email}
                          <br />
                          <small className={blocks['quiet']}>
                            {words.recipients[one.state]}
                            {one.reason !== null && `: ${one.reason}`}
                          </small>
                        </span>
                        <SmallButton
                          label={words.againOne}
                          aria-label={`${words.againOne}: ${one.name}`}
                          onClick={() => enqueue(() => again([one.signupId]), one.signupId)}
                        />
                      </li>
                    ))}
                  </ul>
                </section>
              )}
            </div>
            <section className={styles['preview']} aria-label={words.preview}>
              <MailingPreview id={id} version={version} language="en" />
            </section>
          </div>
        );
      }}
    </Panel>
  );
}

/** The state of a mailing: the form of a dot, and a word. */
export const MailingState = ({ state }: Pick<Mailing, 'state'>) => (
  <DotWords state={DOTS[state]}>{words.states[state]}</DotWords>
);
