import { startTransition, useEffect, useRef, useState } from 'react';
import { formatCount } from '#shared/format-figures';
import type { Mailing, MailingsReport } from '#shared/list';
import type { ViewProps } from '../address/use-address.ts';
import { usePolled } from '../api/use-polled.ts';
import { useConsole } from '../console-data.ts';
import controls from '../ui/controls.module.css';
import { Empty, Panel } from '../ui/panel.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { ViewHeading } from '../ui/view-heading.tsx';
import { listWords } from '../words/console-messages.ts';
import styles from './list-views.module.css';
import { MailingEditor } from './mailing-editor.tsx';
import { MailingProgress } from './mailing-progress.tsx';
import { useDesk } from './use-desk.ts';

const words = listWords.mailings;
const EVERY_MS = 5_000;

interface Opening {
  /** Null before it is saved. */
  id: string | null;
  draft: Mailing | null;
  isStarted: boolean;
  /** Each has its own, so that a late answer to an earlier one changes nothing. */
  number: number;
}

const isStarted = (mailing: Mailing | null = null) =>
  mailing !== null && mailing.state !== 'draft' && mailing.state !== 'starting';

/** Lists the mailings, and shows one: a draft to be written, or the progress of one that is sent. */
export function MailingsView({ address }: ViewProps) {
  const { sendsMail } = useConsole();
  const report = usePolled<MailingsReport>('list/mailings', EVERY_MS);
  const [open, setOpen] = useState<Opening | null>(null);
  const openings = useRef(0);
  const desk = useDesk();
  const { notice, say, enqueue } = desk;
  /**
   * Opens the editor in a transition, so that the press shows before its twenty fields are rendered. Until then another row
   * can be pressed: the first one counts.
   */
  const show = (draft: Mailing | null) => {
    const number = ++openings.current;
    const opening = { id: draft?.id ?? null, draft, isStarted: isStarted(draft), number };
    startTransition(() => setOpen((before) => before ?? opening));
  };
  /** The list may be older than what was saved, so the draft is read. */
  const edit = async (id: string) => {
    const draft = await desk.request<Mailing>(`list/mailings/${id}`, undefined, 'GET');
    if (draft) show(draft);
  };
  const write = () => {
    say('');
    show(null);
  };
  const replace = (next: typeof open) => {
    setOpen((now) => (now?.number === open?.number ? next : now));
    report.retry();
  };
  const shown = report.data?.mailings.find(({ id }) => id === open?.id);
  const isUnderWay = open !== null && (open.isStarted || isStarted(shown));
  const heading = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another part is shown, the pressed button may be gone
  useEffect(() => {
    if (openings.current > 0 && document.activeElement === document.body) heading.current?.focus();
  }, [open?.number, isUnderWay]);
  return (
    <>
      <div ref={heading} tabIndex={-1}>
        <ViewHeading
          heading={words.heading}
          summary={report.data?.summary ?? null}
          lead={words.lead}
        >
          {open === null ? (
            <SmallButton label={words.new} onClick={write} />
          ) : (
            <SmallButton label={words.back} onClick={() => replace(null)} />
          )}
        </ViewHeading>
      </div>
      {!sendsMail && <p className={styles['warning']}>{listWords.noMail}</p>}
      <p role="status" className={controls['notice']}>
        {notice}
      </p>
      {open === null && (
        <Panel report={report} tall>
          {({ mailings }) =>
            mailings.length === 0 ? (
              <Empty heading={words.empty.heading}>{words.empty.text}</Empty>
            ) : (
              <ul className={styles['mailings']}>
                {mailings.map(({ id, state, words: own, people, recipients }) => (
                  <li key={id}>
                    <SmallButton
                      label={own.en?.subject ?? id}
                      aria-label={words.open({ subject: own.en?.subject ?? id })}
                      onClick={() => enqueue(() => edit(id))}
                    />
                    <span className={styles['quiet']}>
                      {words.states[state]}
                      {people > 0 &&
                        ` · ${words.progress({ sent: formatCount(recipients.sent), of: formatCount(people) })}`}
                      {recipients.in_doubt > 0 &&
                        ` · ${formatCount(recipients.in_doubt)} ${words.recipients.in_doubt}`}
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </Panel>
      )}
      {open !== null &&
        (open.id !== null && isUnderWay ? (
          <MailingProgress id={open.id} zone={address.zone} desk={desk} />
        ) : (
          <MailingEditor
            key={open.number}
            id={open.id}
            draft={open.draft}
            desk={desk}
            onSaved={(id, started = false) => replace({ ...open, id, isStarted: started })}
            onGone={() => replace(null)}
          />
        ))}
    </>
  );
}
