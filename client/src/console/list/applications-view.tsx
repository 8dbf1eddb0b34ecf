import { useCallback, useMemo, useRef, useState } from 'react';
import type { SignupsReport } from '#shared/growth';
import { turnPage, type ViewProps } from '../address/use-address.ts';
import { signupsQuery } from '../api/report-route.ts';
import { useReport } from '../api/use-report.ts';
import { useConsole } from '../console-data.ts';
import { afterPaint } from '../ui/after-paint.ts';
import controls from '../ui/controls.module.css';
import { LabelledInput } from '../ui/inputs.tsx';
import { Panel } from '../ui/panel.tsx';
import { Select } from '../ui/select.tsx';
import { SmallButton } from '../ui/small-button.tsx';
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
  const { sendsMail } = useConsole();
  const state = address.state || 'waiting';
  const query = signupsQuery({ ...address, type: 'beta', state });
  const [again, setAgain] = useState(0);
  // The server does not get what follows #. Another number makes it another question.
  const route = `signups?${query}#${again}`;
  const report = useReport<SignupsReport>(route);
  // The application of a link may be on another page by now, or in another state.
  const { application } = address;
  const isElsewhere =
    application !== '' && report.data?.signups.some(({ id }) => id === application) === false;
  const other = useReport<SignupsReport>(
    isElsewhere ? `signups?id=${encodeURIComponent(application)}` : null,
  );
  const listed = report.data?.signups;
  const found = other.data?.signups;
  const rows = useMemo(() => [...(found ?? []), ...(listed ?? [])], [found, listed]);
  const showOne = useCallback(
    (id: string, isTurn: boolean) => change({ application: id }, { replace: isTurn }),
    [change],
  );
  const count = report.data?.total ?? 0;
  const [opened, setOpened] = useState({ route: '', count: 0 });
  if (report.data && !report.loading && opened.route !== route) setOpened({ route, count });
  /** Whether applications have moved up to this page, or may have, so that the next page would begin after them. */
  const isShorter = count < opened.count || (report.asking && !report.loading);
  const [next, setNext] = useState('50');
  const desk = useDesk();
  const { say, notice, run } = desk;
  const heading = useRef<HTMLDivElement>(null);
  const turn = (turnIt: () => void) => {
    turnIt();
    void afterPaint().then(() => {
      heading.current?.focus(); // the pressed button may be gone
      scrollTo(0, 0);
    });
  };

  async function inviteNext() {
    const body = { next: Number(next) };
    const answer = await run<{ queued: number }>('list/invitations', body);
    if (!answer) return;
    say(words.done({ verb: words.verbs.invited, people: countedPeople(answer.queued) }));
    setNext((now) => (now === next ? '' : now)); // another press on Enter invites nobody
    report.retry();
  }

  return (
    <>
      <div ref={heading} tabIndex={-1}>
        <ViewHeading heading={words.heading} says={report} lead={words.lead} />
      </div>
      <Stages news={notice} />
      {!sendsMail && <p className={styles['warning']}>{listWords.noMail}</p>}
      <div className={controls['row']}>
        <Select
          label={words.state}
          value={state}
          options={Object.entries(states)}
          onChange={(value) => change({ state: value, page: 1, application: '' })}
        />
        {sendsMail && (
          <form
            className={controls['row']}
            onSubmit={(event) => {
              event.preventDefault();
              void inviteNext();
            }}
          >
            <LabelledInput
              label={words.inviteNextCount}
              type="number"
              min={1}
              max={500}
              required
              value={next}
              onChange={setNext}
            />
            <SmallButton type="submit" label={`${words.inviteNext} ${next}`.trim()} />
          </form>
        )}
      </div>
      <p role="status" className={controls['notice']}>
        {notice}
      </p>
      <Panel report={report} tall onRestart={() => change({ state: '', page: 1 })}>
        {({ total, pageSize }) => (
          <>
            {(found?.length === 0 || other.failure?.why === 'invalid') && (
              <p className={styles['warning']}>{words.notHere}</p>
            )}
            <Desk
              signups={rows}
              place={route}
              isOld={report.loading}
              zone={address.zone}
              named={application}
              onShow={showOne}
              desk={desk}
              onChange={report.retry}
            />
            {(Math.max(total, opened.count) > pageSize || address.page > 1) && (
              <nav className={styles['actions']} aria-label={words.pages}>
                <SmallButton
                  label={words.newer}
                  disabled={address.page <= 1}
                  onClick={() => turn(() => change(turnPage(-1, address.page)))}
                />
                <p>
                  {words.pageOf({
                    page: address.page,
                    of: Math.max(address.page, Math.ceil(total / pageSize)),
                  })}
                </p>
                <SmallButton
                  label={words.older}
                  disabled={
                    address.page * pageSize >= Math.max(total, opened.count) ||
                    (address.page - 1) * pageSize >= total
                  }
                  onClick={() =>
                    turn(() => {
                      if (!isShorter) return change(turnPage(1, Math.ceil(total / pageSize)));
                      setAgain(again + 1);
                      change({ application: '' }, { replace: true });
                    })
                  }
                />
              </nav>
            )}
          </>
        )}
      </Panel>
    </>
  );
}
