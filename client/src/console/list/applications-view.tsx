import { type FormEvent, useMemo, useRef, useState } from 'react';
import { formatCount, formatSeconds, formatShare } from '#shared/format-figures';
import type { SignupsReport } from '#shared/growth';
import { MINUTE_MS } from '#shared/limits';
import type { ApplicationStages, StagesReport } from '#shared/list';
import type { Invited } from '#shared/list-answers';
import { APPLICATION_STATES } from '#shared/list-values';
import { change, turnPage, type ViewProps } from '../address/use-address.ts';
import { signupsQuery } from '../api/report-route.ts';
import { countedPeople, useDesk } from '../api/use-desk.ts';
import { useReport } from '../api/use-report.ts';
import { useConsole } from '../console-data.ts';
import { ExportLink, Find, Pages } from '../signups/signup-controls.tsx';
import blocks from '../ui/block.module.css';
import controls from '../ui/controls.module.css';
import { LabelledInput } from '../ui/inputs.tsx';
import { closeMenu, Menu } from '../ui/menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { Empty, Figures, Panel } from '../ui/panel.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { HeadEnd, ViewHeading } from '../ui/view-heading.tsx';
import { commonWords, listWords } from '../words/console-messages.ts';
import styles from './application-desk.module.css';
import { Desk } from './application-desk.tsx';

const words = listWords.applications;
const EVERY_MS = 60_000;
/** The server invites no more at once. */
const MOST = 500;

/** Shows one application after the other, to be decided by keyboard, and all of a page, to be decided together. */
export function ApplicationsView({ address }: ViewProps) {
  const { sendsMail } = useConsole();
  const state = APPLICATION_STATES.find((one) => one === address.state) ?? 'waiting';
  const stateName = listWords.states[state];
  const stateIn = stateName.toLowerCase();
  const query = signupsQuery({ ...address, type: 'beta', state });
  const [again, setAgain] = useState(0);
  // The server does not get what follows #. Another number makes it another question.
  const route = `signups?${query}#${again}`;
  const report = useReport<SignupsReport>(route, 0, true);
  const stages = useReport<StagesReport>('list/stages', EVERY_MS);
  const reached = stages.data;
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
  const count = report.data?.total ?? 0;
  const counts = reached && { ...reached, waiting: reached.applied - reached.decided };
  const [opened, setOpened] = useState({ route: '', count: 0 });
  if (report.data && !report.loading && opened.route !== route) setOpened({ route, count });
  /** Whether applications have moved up to this page, or may have, so that the next page would begin after them. */
  const isShorter = count < opened.count || (report.asking && !report.loading);
  const desk = useDesk();
  const [receipt, setReceipt] = useState<Element | null>(null);
  const { say, run } = desk;
  const says = reached?.applied === 0 ? null : stages;
  const [next, setNext] = useState('1');
  const heading = useRef<HTMLDivElement>(null);
  const readAgain = () => {
    for (const one of [report, other, stages]) one.retry();
  };
  /** Invites those who applied first. */
  async function inviteNext(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    closeMenu(event.currentTarget);
    const answer = await run<Invited>('list/invitations', { next: Number(next) });
    if (!answer) return;
    setNext('1');
    say(words.done({ verb: words.queued, people: countedPeople(answer.queued) }));
    readAgain();
  }
  const showAll = () => {
    change({ state: '', search: '', page: 1 });
    heading.current?.focus(); // the pressed button goes
  };

  return (
    <>
      <ViewHeading
        ref={heading}
        heading={commonWords.views.applications}
        says={says}
        reports={[report]}
      >
        <Find />
        <HeadEnd>
          <ExportLink query={signupsQuery({ ...address, type: 'beta', state, page: 1 })} />
        </HeadEnd>
        {sendsMail && state === 'accepted' && (
          <Menu label={words.inviteNext} isAtEnd>
            <form className={controls['row']} onSubmit={inviteNext}>
              <LabelledInput
                label={words.inviteNextCount}
                name="next"
                type="number"
                required
                min={1}
                max={MOST}
                value={next}
                onChange={setNext}
              />
              <SmallButton
                type="submit"
                className={controls['solid']}
                label={words.actions.invite({ count: next }).trim()}
              />
              <p className={blocks['quiet']}>{words.inviteNextHint}</p>
            </form>
          </Menu>
        )}
      </ViewHeading>
      <div className={styles['bar']}>
        <Tabs
          label={words.state}
          links={APPLICATION_STATES.map((one) => ({
            key: one,
            isCurrent: one === state,
            shows: { state: one, page: 1, application: '' },
            label: (
              <>
                {listWords.states[one]} <small>{counts && formatCount(counts[one])}</small>
              </>
            ),
          }))}
          onChoose={change}
        />
        <div ref={setReceipt} className={styles['receipt']}>
          <Notice {...desk} />
        </div>
      </div>
      <Panel report={report} onRestart={showAll}>
        {({ total, pageSize }) => {
          const all = Math.max(total, opened.count);
          return (
            <>
              {(found?.length === 0 || other.failure?.why === 'invalid') && (
                <p className={controls['warning']}>{words.notHere}</p>
              )}
              <Desk
                signups={rows}
                askedAt={Math.min(report.askedAt, found ? other.askedAt : report.askedAt)}
                place={route}
                all={words.all({ count: formatCount(all), state: stateIn })}
                receipt={receipt}
                state={state}
                zone={address.zone}
                named={application}
                onShow={(id, isTurn) => change({ application: id }, { replace: isTurn })}
                desk={desk}
                onChange={readAgain}
                empty={
                  address.search === '' ? (
                    <Empty heading={words.empty[state]}>
                      {words.empty[reached?.applied === 0 ? 'nobody' : 'others']}
                    </Empty>
                  ) : (
                    <Empty heading={words.nothingFound({ state: stateIn, search: address.search })}>
                      <SmallButton label={words.empty.showAll} onClick={showAll} />
                    </Empty>
                  )
                }
                pages={
                  (all > pageSize || address.page > 1) && (
                    <Pages
                      heading={heading}
                      page={address.page}
                      pageSize={pageSize}
                      total={all}
                      isLast={(address.page - 1) * pageSize >= total}
                      turn={(by) => {
                        if (by < 0 || !isShorter)
                          return change(turnPage(by, Math.ceil(total / pageSize)));
                        setAgain(again + 1);
                        change({ application: '' }, { replace: true });
                      }}
                    />
                  )
                }
              >
                {reached && reached.applied > 0 && <Stages reached={reached} />}
              </Desk>
            </>
          );
        }}
      </Panel>
    </>
  );
}

const ofStages = listWords.stages;
/** Each stage with the one that its rate is of. */
const STAGES = [
  ['applied', listWords.applications.applied, null],
  ['confirmed', ofStages.confirmed, 'applied'],
  ['decided', ofStages.decided, 'applied'],
  ['accepted', listWords.states.accepted, 'decided'],
  ['invited', listWords.applications.invited, 'accepted'],
  ['redeemed', ofStages.redeemed, 'invited'],
] as const;

/** Shows how many applications have reached each stage, and how long that took. */
export function Stages({ reached }: { reached: ApplicationStages }) {
  const { sendsMail } = useConsole();
  // Without mail, nobody can confirm an address, be invited or redeem; some may have before.
  const stages = STAGES.filter(
    ([stage]) => sendsMail || stage === 'decided' || stage === 'accepted' || reached[stage] > 0,
  );
  return (
    <section className={blocks['block']} aria-label={ofStages.heading}>
      <h2>{ofStages.heading}</h2>
      <Figures
        isList
        figures={stages.map(([stage, label, before]) => ({
          label,
          value: formatCount(reached[stage]),
          note: [
            before &&
              reached[stage] > 0 &&
              reached[before] > 0 &&
              ofStages.rate({
                share: formatShare(reached[stage], reached[before]),
                whole: formatCount(reached[before]),
              }),
            before &&
              (reached.times[stage] ?? 0) >= MINUTE_MS &&
              ofStages.median({ time: formatSeconds((reached.times[stage] ?? 0) / 1000) }),
          ]
            .filter(Boolean)
            .join(', '),
        }))}
      />
      {!sendsMail && <p>{listWords.noMail}</p>}
    </section>
  );
}
