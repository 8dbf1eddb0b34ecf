import { useEffect, useRef, useState } from 'react';
import type { SignupRow, SignupsReport } from '#shared/growth';
import { change, turnPage, type ViewProps } from '../address/use-address.ts';
import { ALL_SIGNUPS, OF_SIGNUPS } from '../address/view-address.ts';
import { signupsQuery } from '../api/report-route.ts';
import { useReport } from '../api/use-report.ts';
import { formatClock, formatDay, nameOfZone } from '../charts/format-axis.ts';
import { useConsole } from '../console-data.ts';
import { deleteSurely } from '../ui/confirm-dialog.tsx';
import { Menu } from '../ui/menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { Empty, Panel } from '../ui/panel.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { Table, type TableRow } from '../ui/table.tsx';
import { HeadEnd, ViewHeading } from '../ui/view-heading.tsx';
import { commonWords, signupsWords as words } from '../words/console-messages.ts';
import { AskAgain, DeliveryButton, MenuItem, SignupState } from './address-state.tsx';
import { ExportLink, Find, Pages, SignupFilters } from './signup-controls.tsx';
import styles from './signups-table.module.css';

const EVERY_MS = 30_000;

/** Shows the people who signed up. */
export function SignupsView({ address }: ViewProps) {
  const { sendsMail } = useConsole();
  const query = signupsQuery(address);
  const [isAsking, setIsAsking] = useState(false);
  // On a later page, a new signup would move all rows. The question is about a row that must stay.
  const isPolled = address.page === 1 && !isAsking;
  const report = useReport<SignupsReport>(`signups?${query}`, isPolled ? EVERY_MS : 0, true);
  /** What came of a press. */
  const [said, say] = useState('');
  const last =
    report.data && !report.loading && Math.ceil(report.data.total / report.data.pageSize);
  useEffect(() => {
    // This page may not exist: its only row was deleted, or *Older* was pressed below rows of an earlier choice.
    if (last) change(turnPage(0, last), { replace: true });
  }, [last]);
  const heading = useRef<HTMLDivElement>(null);
  const { page } = address;
  const isFiltered = OF_SIGNUPS.some((name) => address[name] !== '');
  const isEmpty = !isFiltered && !report.loading && report.data?.total === 0;
  const showAll = () => {
    change(ALL_SIGNUPS);
    heading.current?.focus(); // the pressed button goes once there are rows
  };

  function done(message: string) {
    say(message);
    report.retry();
  }

  async function remove(signup: SignupRow) {
    setIsAsking(true);
    await deleteSurely({
      route: `signups/${signup.id}`,
      heading: words.confirm.heading,
      text: words.confirm.text({ ...signup, email: signup.email.replaceAll('-', '-\u2060') }),
      done: words.confirm.deleted(signup),
      say,
      onDone() {
        heading.current?.focus(); // the row is gone, and the pressed button with it
        report.retry();
      },
    });
    setIsAsking(false);
  }

  const rowOf = (signup: SignupRow): TableRow => {
    const { id, name, email, createdAt, confirmation, useCase, youtubeChannel } = signup;
    const isUnconfirmed = confirmation && confirmation !== 'confirmed';
    return {
      key: id,
      name,
      also: words.types[signup.signupType],
      more: <div className={styles['address']}>{email}</div>,
      cells: [
        { shown: words.types[signup.signupType] },
        { shown: <SignupState signup={signup} /> },
        {
          shown: (
            <span className={styles['date']}>
              {formatDay(createdAt, address.zone)}{' '}
              <small>{formatClock(createdAt, address.zone)}</small>
            </span>
          ),
        },
        {
          shown: (useCase ?? youtubeChannel) && (
            <div className={styles['use']}>
              {useCase && (
                <details>
                  <summary>{useCase}</summary>
                </details>
              )}
              {youtubeChannel && (
                <small>{youtubeChannel.replace(/^https?:\/\/(www\.)?/, '')}</small>
              )}
            </div>
          ),
        },
        {
          shown: (
            <Menu label="⋯" name={words.menu({ name })} className={styles['menu']} isPlain isAtEnd>
              {sendsMail && isUnconfirmed && <AskAgain signup={signup} onDone={done} />}
              <DeliveryButton signup={signup} onDone={done} />
              <MenuItem label={commonWords.confirm.delete} name={name} act={() => remove(signup)} />
            </Menu>
          ),
        },
      ],
    };
  };

  query.delete('page');
  return (
    <>
      <ViewHeading
        ref={heading}
        heading={commonWords.views.signups}
        says={isEmpty ? null : report}
        reports={[report]}
      >
        <Find />
        <SignupFilters />
        <HeadEnd>
          <ExportLink query={query} />
        </HeadEnd>
      </ViewHeading>
      <Notice said={said} />
      <Panel report={report} onRestart={showAll}>
        {({ signups, total, pageSize }) =>
          signups.length === 0 ? (
            total === 0 &&
            (isFiltered ? (
              <p>
                <SmallButton label={words.empty.showAll} onClick={showAll} />
              </p>
            ) : (
              <Empty heading={words.empty.heading}>{words.empty.text}</Empty>
            ))
          ) : (
            <>
              <div className={styles['signups']}>
                <Table
                  heading={commonWords.views.signups}
                  isPlain
                  name={words.name}
                  columns={[
                    { label: words.type, isText: true, isMinor: true },
                    { label: words.status, isText: true },
                    { label: words.at({ zone: nameOfZone(address.zone) }), isText: true },
                    { label: words.useCase, isText: true },
                    { label: words.actions, isMenu: true },
                  ]}
                  rows={signups.map(rowOf)}
                />
              </div>
              <Pages
                heading={heading}
                {...{ page, pageSize, total }}
                turn={(by) => {
                  say('');
                  change(turnPage(by, Math.ceil(total / pageSize)));
                }}
              />
            </>
          )
        }
      </Panel>
    </>
  );
}
