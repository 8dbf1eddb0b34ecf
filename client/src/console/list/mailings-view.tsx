import { useRef, useState } from 'react';
import { formatCount } from '#shared/format-figures';
import type { Mailing, MailingsReport } from '#shared/list';
import { cx } from '../../ui/cx.ts';
import { change, type ViewProps } from '../address/use-address.ts';
import { NEW_MAILING } from '../address/view-address.ts';
import { useDesk } from '../api/use-desk.ts';
import { mayPrecede, useReport } from '../api/use-report.ts';
import { formatMinute, nameOfZone } from '../charts/format-axis.ts';
import { useConsole } from '../console-data.ts';
import { readKept, useKept } from '../session/kept.ts';
import signups from '../signups/signups-table.module.css';
import blocks from '../ui/block.module.css';
import controls from '../ui/controls.module.css';
import { Notice } from '../ui/notice.tsx';
import { Empty, Panel } from '../ui/panel.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { Table, type TableRow } from '../ui/table.tsx';
import { TextButton } from '../ui/text-button.tsx';
import { HeadEnd, ViewHeading } from '../ui/view-heading.tsx';
import { commonWords, listWords } from '../words/console-messages.ts';
import { MailingEditor } from './mailing-editor.tsx';
import { MailingProgress, MailingState } from './mailing-progress.tsx';
import styles from './mailings-view.module.css';
import { keyOf, namesOf, type StoredDraft, type TypedMailing } from './use-draft.ts';

const words = listWords.mailings;
const EVERY_MS = 5_000;

/** What this page has stored. It counts until a later answer says what is stored. */
interface SavedHere extends StoredDraft {
  /** In milliseconds since 1970 UTC. */
  at: number;
  /** The editor that saved it goes on, so that no press in it is lost. */
  key: string;
}

/** Lists the mailings, or shows the one that the address names: a draft to be written, or the progress of one that is sent. */
export function MailingsView({ address }: ViewProps) {
  const { sendsMail } = useConsole();
  const { mailing: id } = address;
  const isNew = id === NEW_MAILING;
  const list = useReport<MailingsReport>(id === '' ? 'list/mailings' : null, EVERY_MS);
  const typed = useKept<TypedMailing>(keyOf(id));
  const [isUnderWay, setIsUnderWay] = useState(false);
  const route = id === '' || isNew ? null : `list/mailings/${encodeURIComponent(id)}`;
  // A draft is asked for again, because somebody else may change it. Its progress is asked for where it is shown.
  const opened = useReport<Mailing>(route, isUnderWay ? 0 : EVERY_MS);
  const stored = opened.loading ? null : opened.data;
  const isStarted = stored !== null && stored.state !== 'draft' && stored.state !== 'starting';
  if (isUnderWay !== isStarted) setIsUnderWay(isStarted);
  const [saved, setSaved] = useState<SavedHere | null>(null);
  const own = saved?.id === id ? saved : null;
  const draft = isStarted ? null : own && mayPrecede(opened.askedAt, own.at) ? own : stored;
  const isLeftOver = typed !== null && (isStarted || opened.failure?.why === 'not_found');
  const desk = useDesk();
  const heading = useRef<HTMLDivElement>(null);
  const takeFocus = () => heading.current?.focus(); // the pressed button goes
  const open = (next: string) => {
    desk.say('');
    change({ mailing: next });
    takeFocus();
  };
  return (
    <>
      <div ref={heading} tabIndex={-1}>
        {id !== '' && (
          <SmallButton
            data-plain
            className={styles['back']}
            label={`← ${words.back}`}
            aria-label={words.back}
            onClick={() => open('')}
          />
        )}
        <ViewHeading
          heading={
            (typed ?? draft ?? stored)?.words.en?.subject ||
            (isNew ? words.new : commonWords.views.mailings)
          }
          {...(id === '' && { says: list })}
        >
          {id === '' && (
            <SmallButton
              className={cx(sendsMail && controls['solid'])}
              label={readKept(keyOf(NEW_MAILING)) === null ? words.new : words.goOn}
              onClick={() => open(NEW_MAILING)}
            />
          )}
          <HeadEnd />
        </ViewHeading>
      </div>
      {!sendsMail && <p className={blocks['quiet']}>{listWords.noMail}</p>}
      <Notice
        {...desk}
        isSeen={!desk.problem && [words.saved, words.started].includes(desk.said)}
      />
      {id === '' && (
        <Panel report={list}>
          {({ mailings }) =>
            mailings.length === 0 ? (
              <Empty>{words.empty}</Empty>
            ) : (
              <div className={styles['mailings']}>
                <Table
                  heading={commonWords.views.mailings}
                  isPlain
                  name={words.subject}
                  columns={[
                    { label: listWords.applications.state, isText: true },
                    { label: words.recipients.sent },
                    { label: words.date({ zone: nameOfZone(address.zone) }) },
                  ]}
                  rows={mailings.map((one) => rowOf(one, address.zone, () => open(one.id)))}
                />
              </div>
            )
          }
        </Panel>
      )}
      {isStarted && <MailingProgress id={id} zone={address.zone} desk={desk} />}
      {isLeftOver && <p className={controls['warning']}>{words.leftOver}</p>}
      {(isNew || draft || isLeftOver) && (
        <MailingEditor
          key={own?.key ?? id}
          id={id}
          draft={draft}
          typed={typed}
          desk={desk}
          onAnswer={opened.retry}
          onSaved={(as) => {
            setSaved({ ...as, at: Date.now(), key: own?.key ?? id });
            change(({ mailing }) => (mailing === id ? { mailing: as.id } : {}), { replace: true });
            opened.retry();
          }}
          onPressed={takeFocus}
          onGone={() => {
            change({ mailing: '' }, { replace: true });
            takeFocus();
          }}
        />
      )}
      {route && !draft && !isStarted && !isLeftOver && <Panel report={opened}>{() => null}</Panel>}
    </>
  );
}

/** One mailing of the list: its subject, state, progress and time. */
function rowOf(mailing: Mailing, zone: string, onOpen: () => void): TableRow {
  const { id, state, words: own, people, recipients, createdAt, startedAt, by } = mailing;
  const { sent = 0, in_doubt: doubtful = 0 } = recipients;
  const progress = words.progress({ sent: formatCount(sent), of: formatCount(people) });
  const about = [
    ...namesOf(mailing.audience),
    by && !/^(token|command)$/.test(by) && words.by({ by }), // these say nothing of who it was
    doubtful > 0 && `${formatCount(doubtful)} ${words.recipients.in_doubt.toLowerCase()}`,
    readKept(keyOf(id)) !== null && words.unsaved,
  ].filter(Boolean);
  return {
    key: id,
    name: '',
    more: (
      <>
        <TextButton dir="auto" onClick={onOpen}>
          {own.en?.subject ?? id}
        </TextButton>
        <div className={signups['address']}>{about.join(', ')}</div>
      </>
    ),
    cells: [
      { shown: <MailingState state={state} /> },
      { shown: people > 0 ? progress : null },
      { shown: formatMinute(startedAt ?? createdAt, zone) },
    ],
  };
}
