import { useContext, useState } from 'react';
import type { SignupsReport } from '#shared/growth';
import { Button } from '../../ui/button.tsx';
import { turnPage, type ViewProps } from '../address/use-address.ts';
import { signupsQuery } from '../api/report-route.ts';
import { useReport } from '../api/use-report.ts';
import { SendsMailContext } from '../console-data.ts';
import controls from '../ui/controls.module.css';
import { Panel } from '../ui/panel.tsx';
import { Select } from '../ui/select.tsx';
import { ViewHeading } from '../ui/view-heading.tsx';
import { listWords } from '../words/console-messages.ts';
import { Desk } from './application-desk.tsx';
import { countedPeople } from './counted-people.ts';
import styles from './list-views.module.css';
import { Stages } from './stages.tsx';
import { useDesk } from './use-desk.ts';

const words = listWords.applications;
const states = listWords.states;

/** Shows one application after the other, to be decided by keyboard, and all of a page, to be decided together. */
export function ApplicationsView({ address, change }: ViewProps) {
  const sendsMail = useContext(SendsMailContext);
  const state = address.state || 'waiting';
  const query = signupsQuery({ ...address, type: 'beta', state });
  const route = `signups?${query}`;
  const report = useReport<SignupsReport>(route);
  const [next, setNext] = useState('50');
  const { say, notice, run } = useDesk();

  async function inviteNext() {
    const body = { next: Number(next) };
    const answer = await run<{ queued: number }>('list/invitations', body);
    if (!answer) return;
    say(words.done({ verb: words.verbs.invited, people: countedPeople(answer.queued) }));
    report.retry();
  }

  return (
    <>
      <ViewHeading
        heading={words.heading}
        summary={report.data?.summary ?? null}
        lead={words.lead}
      />
      <Stages news={notice} />
      {!sendsMail && <p className={styles['warning']}>{listWords.noMail}</p>}
      <div className={controls['row']}>
        <Select
          label={words.state}
          value={state}
          options={Object.entries(states)}
          onChange={(value) => change({ state: value, page: 1 })}
        />
        {sendsMail && (
          <form
            className={controls['row']}
            onSubmit={(event) => {
              event.preventDefault();
              void inviteNext();
            }}
          >
            <label className={controls['select']}>
              <span>{words.inviteNextCount}</span>
              <input
                type="number"
                min={1}
                max={500}
                required
                value={next}
                onChange={(event) => setNext(event.target.value)}
              />
            </label>
            <Button
              type="submit"
              variant="quiet"
              size="small"
              label={`${words.inviteNext} ${next}`}
            />
          </form>
        )}
      </div>
      <p role="status" className={styles['notice']}>
        {notice}
      </p>
      <Panel report={report} tall onRestart={() => change({ state: '', page: 1 })}>
        {({ signups, total, pageSize }) => (
          <>
            <Desk
              signups={signups}
              place={route}
              isOld={report.loading}
              zone={address.zone}
              sendsMail={sendsMail}
              say={say}
              run={run}
              onChange={report.retry}
            />
            {total > pageSize && (
              <nav className={styles['actions']} aria-label={words.pages}>
                <Button
                  variant="quiet"
                  size="small"
                  label={words.newer}
                  disabled={address.page <= 1}
                  onClick={() => change(turnPage(-1, address.page))}
                />
                <p>{words.pageOf({ page: address.page, of: Math.ceil(total / pageSize) })}</p>
                <Button
                  variant="quiet"
                  size="small"
                  label={words.older}
                  disabled={address.page * pageSize >= total}
                  onClick={() => change(turnPage(1, Math.ceil(total / pageSize)))}
                />
              </nav>
            )}
          </>
        )}
      </Panel>
    </>
  );
}
