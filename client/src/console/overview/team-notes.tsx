import { type FormEvent, useContext, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatCount } from '#shared/format-figures';
import { DAY_MS } from '#shared/limits';
import { addDays, parseDay, type Span } from '#shared/time-buckets';
import { cx } from '../../ui/cx.ts';
import { openAddress } from '../address/use-address.ts';
import { askApi, problemOf } from '../api/growth-api.ts';
import { type ChartNote, daysFrom, NotesContext, showDay } from '../charts/chart-notes.ts';
import { formatMinute, formatShortDay } from '../charts/format-axis.ts';
import { useConsole } from '../console-data.ts';
import { forget, keep, useKept } from '../session/kept.ts';
import { deleteSurely } from '../ui/confirm-dialog.tsx';
import controls from '../ui/controls.module.css';
import { LabelledInput } from '../ui/inputs.tsx';
import { Panel } from '../ui/panel.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { TextButton } from '../ui/text-button.tsx';
import { commonWords, overviewWords } from '../words/console-messages.ts';
import styles from './overview.module.css';

const words = overviewWords.notes;
/** In UTF-16 units; the server counts characters, and says so. */
const MAX_LENGTH = 200;

interface NotesProps {
  zone: string;
  /** Of the chart. */
  period: Span;
  /** The day that is chosen in the chart, as YYYY-MM-DD; empty for none. */
  day: string;
}

/** Says below the chart what happened. The list of all notes, and the field for a new one, are behind a press. */
export function Notes({ zone, period, day: pressed }: NotesProps) {
  const report = useContext(NotesContext);
  const { seesPeople } = useConsole();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const [notice, say] = useState('');
  const toggle = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const typed = useKept<{ text: string; day: string }>('note') ?? { text: '', day: '' };
  const { text, day } = typed;
  const [isOpen, setOpen] = useState(text !== '');
  const notes = report.data?.notes ?? [];
  const from = pressed ? parseDay(pressed, zone) : NaN;
  const chosen = from >= period.from - DAY_MS && from <= period.to ? pressed : '';
  const span = chosen ? { from, to: addDays(from, 1, zone) - 1 } : period;
  const shown = latestIn(notes, span);
  const setOpenTo = (next: boolean) => {
    flushSync(() => setOpen(next));
    if (!next && text === '') keep('note', null);
  };
  function add() {
    if (chosen) keep('note', { ...typed, day: chosen });
    setOpenTo(true);
    field.current?.focus();
  }

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
    }
    report.retry();
  }
  const remove = ({ id, text }: ChartNote) =>
    deleteSurely({
      route: `notes/${id}`,
      heading: words.confirm,
      text,
      done: words.deleted,
      say,
      onDone() {
        toggle.current?.focus(); // the pressed button goes with its note
        report.retry();
      },
    });

  return (
    <section className={styles['notes']} aria-label={commonWords.chart.notes}>
      <div className={styles['line']}>
        <p key={`${chosen} ${shown?.id}`}>
          {(chosen || shown) && <b>{formatShortDay(chosen ? from : (shown?.at ?? ''), zone)}</b>}{' '}
          {shown?.text ?? (chosen && words.nothing)}
        </p>
        {shown && !isOpen && <BeforeAndAfter note={shown} />}
        {chosen && <TextButton onClick={() => showDay(chosen)}>{words.onlyDay}</TextButton>}
        {seesPeople && <TextButton onClick={add}>{words.new}</TextButton>}
        <TextButton
          ref={toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          hidden={notes.length === 0 && !isOpen}
          onClick={() => setOpenTo(!isOpen)}
        >
          {isOpen ? words.close : words.all({ count: formatCount(notes.length) })}
        </TextButton>
      </div>
      <div id={id} className={styles['fold']} hidden={!isOpen}>
        {seesPeople && (
          <form className={cx(controls['row'], styles['add'])} onSubmit={submit}>
            <LabelledInput
              ref={field}
              label={words.label}
              name="text"
              maxLength={MAX_LENGTH}
              value={text}
              onChange={(value) => keep('note', { ...typed, text: value })}
            />
            <LabelledInput
              label={commonWords.chart.units.day}
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
          {() => (
            <ul className={styles['events']}>
              {notes.toReversed().map((note) => (
                <li key={note.id}>
                  <p>
                    <b>{formatMinute(Date.parse(note.at), zone)}</b> {note.text}
                  </p>
                  <BeforeAndAfter note={note} />
                  {seesPeople && (
                    <TextButton
                      aria-label={words.deleteOf({ text: note.text })}
                      onClick={() => remove(note)}
                    >
                      {commonWords.confirm.delete}
                    </TextButton>
                  )}
                </li>
              ))}
              {notes.length === 0 && <li>{words.none}</li>}
            </ul>
          )}
        </Panel>
      </div>
    </section>
  );
}

/** The latest that somebody wrote, or else the latest version of the site. */
function latestIn(notes: readonly ChartNote[], { from, to }: Span): ChartNote | undefined {
  const within = notes.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) <= to);
  return within.findLast(({ kind }) => kind === 'note') ?? within.at(-1);
}

function BeforeAndAfter({ note }: { note: ChartNote }) {
  if (Date.parse(note.at) > Date.now()) return null;
  const compare = () =>
    openAddress(({ zone }) => ({
      range: daysFrom(note, zone, Date.now()),
      compare: true,
      unit: '',
    }));
  return (
    <TextButton aria-label={commonWords.chart.compareNote(note)} onClick={compare}>
      {commonWords.chart.compare}
    </TextButton>
  );
}
