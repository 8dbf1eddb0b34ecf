import { type FormEvent, useContext, useId, useRef, useState } from 'react';
import { formatCount } from '#shared/format-figures';
import type { NotesReport } from '#shared/notes';
import { parseDay } from '#shared/time-buckets';
import { askApi, problemOf } from '../api/growth-api.ts';
import { ChartActions } from '../charts/chart-actions.ts';
import { hasBegun, NotesContext } from '../charts/chart-notes.ts';
import { formatMinute } from '../charts/format-axis.ts';
import { useConsole } from '../console-data.ts';
import { forget, keep, useKept } from '../session/kept.ts';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { LabelledInput } from '../ui/inputs.tsx';
import { Panel } from '../ui/panel.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { commonWords, overviewWords } from '../words/console-messages.ts';
import styles from './overview.module.css';

const words = overviewWords.notes;
const { showAll, showFewer } = commonWords.table;
const SHOWN = 10;
/** In UTF-16 units; the server counts characters, and says so. */
const MAX_LENGTH = 200;

/** The notes, the latest first, and a field for a new one, which may have any date. */
export function Notes({ zone }: { zone: string }) {
  const report = useContext(NotesContext);
  const { compareNote } = useContext(ChartActions);
  const { seesPeople } = useConsole();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const [deleting, setDeleting] = useState<NotesReport['notes'][number] | null>(null);
  const [notice, say] = useState('');
  const [isWhole, setIsWhole] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const typed = useKept<{ text: string; day: string }>('note') ?? { text: '', day: '' };
  const { text, day } = typed;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Of the day alone, its beginning in the zone of this console, which may not be the team's.
    const at = day && new Date(parseDay(day, zone)).toISOString();
    const body = at ? { text, at } : { text };
    if (busy || !text.trim()) return;
    setBusy(true);
    say('');
    const answer = await askApi('notes', { method: 'POST', body });
    setBusy(false);
    if (!answer.ok) setRefused(problemOf(answer, words.failed));
    else {
      setRefused('');
      forget('note', typed);
      say(words.added({ text: text.trim() }));
      // A day of its own may be before the latest notes.
      if (day) setIsWhole(true);
    }
    report.retry();
  }
  function deleted(wasOpen: boolean) {
    if (wasOpen) heading.current?.focus(); // the pressed button goes with its note
    report.retry();
  }

  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 ref={heading} id={id} tabIndex={-1}>
        {words.heading}
      </h2>
      {seesPeople && (
        <form className={styles['add']} onSubmit={submit}>
          <LabelledInput
            label={words.label}
            name="text"
            maxLength={MAX_LENGTH}
            value={text}
            onChange={(value) => keep('note', { ...typed, text: value })}
          />
          <LabelledInput
            label={words.day}
            type="date"
            name="day"
            value={day}
            onChange={(value) => keep('note', { ...typed, day: value })}
          />
          <SmallButton type="submit" label={words.add} busy={busy} />
        </form>
      )}
      {refused && <p role="alert">{refused}</p>}
      <p role="status">{notice}</p>
      <Panel report={report}>
        {({ notes = [] }) =>
          notes.length === 0 ? (
            <p className={styles['note']}>{words.none}</p>
          ) : (
            <ul className={styles['events']}>
              {notes
                .slice(isWhole ? 0 : -SHOWN)
                .toReversed()
                .map((note) => (
                  <li key={note.id}>
                    <p>
                      <b>{formatMinute(Date.parse(note.at), zone)}</b> {note.text}
                    </p>
                    {hasBegun(note) && (
                      <SmallButton
                        label={commonWords.chart.compare}
                        aria-label={commonWords.chart.compareNote(note)}
                        onClick={() => compareNote(note)}
                      />
                    )}
                    {seesPeople && (
                      <SmallButton
                        label={words.delete}
                        aria-label={words.deleteOf({ text: note.text })}
                        onClick={() => setDeleting(note)}
                      />
                    )}
                  </li>
                ))}
              {notes.length > SHOWN && (
                <li>
                  <SmallButton
                    label={isWhole ? showFewer : showAll({ count: formatCount(notes.length) })}
                    onClick={() => setIsWhole(!isWhole)}
                  />
                </li>
              )}
            </ul>
          )
        }
      </Panel>
      {deleting && (
        <DeleteDialog
          route={`notes/${deleting.id}`}
          heading={words.confirm}
          text={deleting.text}
          deleted={words.deleted}
          onClose={() => setDeleting(null)}
          say={say}
          onDeleted={deleted}
        />
      )}
    </section>
  );
}
