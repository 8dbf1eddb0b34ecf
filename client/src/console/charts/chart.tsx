import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { formatCount, formatPercent } from '#shared/format-figures';
import type { Span } from '#shared/time-buckets';
import { cx } from '../../ui/cx.ts';
import { AddressNow } from '../address/use-address.ts';
import blocks from '../ui/block.module.css';
import { plainCell } from '../ui/table-cells.ts';
import { commonWords } from '../words/console-messages.ts';
import styles from './chart.module.css';
import { type ChartNote, NotesContext, notesOfRows, PickDay } from './chart-notes.ts';
import { ChartTable, useDrawing } from './chart-table.tsx';
import { nameTied } from './format-axis.ts';
import { type ChartRow, Plot, type PlotProps, type Series, toned, totalOf } from './plot.tsx';

const words = commonWords.chart;
/** How far a finger may be from the middle of a row with a note, in pixels. */
const FINGER_REACH = 10;

interface ChartProps extends Pick<PlotProps, 'form' | 'measure' | 'series' | 'rows'> {
  /** Whether it is about everybody, whatever is filtered: its file says so. */
  isOfEverybody?: boolean;
  caption: string;
  /** The heading of the table's first column. */
  rowName: string;
  /** What `before` of the rows is, in words. Without it no row has one. */
  beforeName?: string | undefined;
  /** What `before` is for the whole period: parts of it may have no row. */
  beforeWhole?: number | null | undefined;
  /** The headings of columns that only the table has. */
  moreHead?: readonly string[];
  /** What the chart is about, on its image; by default the days of its rows. */
  about?: readonly string[];
  /** For a chart over time, whose rows have times as keys: the period in which it marks notes. */
  period?: Span;
  /** Whether each row is a day. A press on one, or Enter, chooses it. */
  hasDays?: boolean;
  /** Said in place of the plot, where there is nothing to draw. */
  empty?: string | undefined;
  /** Beside what opens its table. */
  children?: ReactNode;
}

/**
 * The frame of every chart. An invisible slider covers the plot, so that the mouse, the arrow keys and a screen
 * reader can step through it. A table below shows the same numbers and can be downloaded.
 */
export function Chart(props: ChartProps) {
  const { caption, series, rows, form, measure = 'count', beforeName, beforeWhole } = props;
  const allNotes = useContext(NotesContext).data?.notes ?? [];
  const notes = props.period ? notesOfRows(rows, allNotes, props.period) : [];
  const [ref, width] = useWidth();
  const [at, setAt] = useState<number | null>(null);
  const id = useId();
  /** The row that a press chooses: where a mouse began it, or what was shown before a finger did, whose first press only shows a row. */
  const pressedAt = useRef<number>(null);
  const pickDay = useContext(PickDay);
  const { filters } = useContext(AddressNow);
  const follow = ({ currentTarget, clientX, pointerType }: PointerEvent) => {
    const { left, width: across } = currentTarget.getBoundingClientRect();
    const place = ((clientX - left) / across) * rows.length;
    // A row may be narrower than a finger, which then means the note.
    const reach = pointerType === 'mouse' ? 0 : (FINGER_REACH / across) * rows.length;
    const away = (row: number) => Math.abs(row + 0.5 - place);
    const [noted] = [...notes.keys()]
      .filter((row) => notes[row]?.length && away(row) < reach)
      .toSorted((a, b) => away(a) - away(b));
    const next = noted ?? Math.min(rows.length - 1, Math.max(0, Math.floor(place)));
    setAt(next);
    return next;
  };
  const pick = (row = at) => {
    const day = props.hasDays && rows[row ?? -1]?.inFile;
    if (day) pickDay(day);
  };
  const format = measure === 'share' ? formatPercent : formatCount;
  const show = (value: number | null | undefined) => (value == null ? '–' : format(value));
  // Rows may have become fewer since the pointer was here.
  const current = at === null ? undefined : rows[at];
  const sum = (of: (row: ChartRow) => number | null | undefined) =>
    measure === 'share' ? null : rows.reduce((all, row) => all + (of(row) ?? 0), 0);
  const wholeOf = ({ key, whole }: Series) => whole ?? sum(({ values }) => values[key]);
  // Points of a curve have no value together.
  const said = (one: Series) => (wholeOf(one) === null ? '' : show(wholeOf(one)));
  const before = beforeWhole ?? sum((row) => row.before);
  const read = current && inWords(props, current, show, notes[at ?? 0]);
  const place = { '--at': ((at ?? 0) + 0.5) / rows.length } as CSSProperties;
  const table = tableOf(props, show, notes);
  const { isOfEverybody } = props;
  const everybody = isOfEverybody && filters.length > 0 ? commonWords.filters.everybody : '';
  const figure = useDrawing<HTMLElement>({ ...table, isOfEverybody }, () => [
    ...(props.about ?? [spanOf(rows)]),
    [
      ...series.map((one) => `${one.label} ${said(one)}`.trim()),
      ...(beforeName ? [`${beforeName} ${show(before)}`] : []),
    ].join(' · '),
  ]);

  return (
    <figure
      ref={figure}
      className={cx(blocks['block'], styles['chart'])}
      aria-labelledby={id}
      aria-describedby={`${id}-said`}
    >
      <figcaption className={styles['caption']}>
        <h2 id={id}>{caption}</h2>
        {everybody && <p>{everybody}</p>}
        {/* After a longer heading, or with another beginning, it is another list: the old one would move. */}
        <ul key={`${caption} ${everybody}`} className={styles['legend']} data-form={form}>
          {series.map((one) => (
            <li key={one.key} data-tone={one.tone} style={toned(one.tone)}>
              {one.label} <b>{said(one)}</b>
            </li>
          ))}
          {beforeName && (
            // With another name it is another element: the number after it would move.
            <li
              key={beforeName}
              data-tone={form === 'line' ? 'before' : 'line'}
              style={toned('line')}
            >
              {/* Until when it is counted is said with each value, and in the foot of the view. */}
              {beforeName.replace(/,.*/, '').replace(/^./, (first) => first.toUpperCase())}{' '}
              {before !== null && <b>{show(before)}</b>}
            </li>
          )}
        </ul>
      </figcaption>
      <div ref={ref} className={cx(styles['plot'], props.empty && styles['nothing'])}>
        {props.empty ?? (
          <>
            <Plot
              width={width}
              series={series}
              rows={rows}
              at={at}
              form={form}
              measure={measure}
              mean={form === 'line' ? beforeWhole : null}
              noted={notes.map(({ length }) => length > 0)}
            />
            <input
              type="range"
              className={styles['cursor']}
              min={0}
              max={rows.length - 1}
              value={at ?? rows.length - 1}
              aria-label={(props.hasDays ? words.cursorOfDays : words.cursor)({ caption })}
              aria-valuetext={read?.join(', ') ?? words.whole}
              onChange={(event) => setAt(event.target.valueAsNumber)}
              onFocus={() => setAt((known) => known ?? rows.length - 1)}
              onBlur={() => setAt(null)}
              onPointerMove={follow}
              onPointerDown={(event) => {
                const row = follow(event);
                pressedAt.current = event.pointerType === 'mouse' ? row : at;
              }}
              // A finger on a slider makes no click.
              onPointerUp={(event) => {
                const row = follow(event);
                if (pressedAt.current === row && event.button === 0) pick(row);
              }}
              onKeyDown={({ key }) => {
                if (key === 'Enter') pick();
              }}
              onPointerLeave={({ currentTarget, pointerType }) => {
                // A finger leaves with each tap.
                if (pointerType === 'mouse' && document.activeElement !== currentTarget)
                  setAt(null);
              }}
            />
            {read && (
              <p className={styles['chosen']} style={place} aria-hidden="true">
                {read.join('\n')}
              </p>
            )}
          </>
        )}
      </div>
      <div className={styles['foot']}>
        <p
          id={`${id}-said`}
          className={props.period && form !== 'line' ? undefined : 'visually-hidden'}
        >
          {!props.empty && describe(props, show)}
        </p>
        <ChartTable {...table} />
        {props.children}
      </div>
    </figure>
  );
}

/** Returns the current width of an element in pixels; 0 until it is known. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}

const spanOf = (rows: readonly ChartRow[]) =>
  words.span({ first: rows[0]?.label ?? '', last: rows.at(-1)?.label ?? '' });

/** Returns the label of a row and what is said beside it. */
const labelOf = ({ label, remarks = [] }: ChartRow) => [label, ...remarks].join(', ');

type Show = (value: number | null | undefined) => string;

/** Names the highest and the lowest value, and where they are. */
function describe({ rows }: ChartProps, show: Show): string {
  const whole = rows.filter(({ partial }) => !partial);
  const heights = whole.map(totalOf).filter((value) => value !== null);
  if (heights.length === 0) return '';
  const at = (value: number) => {
    const labels = whole
      .filter((row) => totalOf(row) === value)
      .map(({ shortLabel }) => shortLabel);
    return `${show(value)} (${nameTied(labels)})`;
  };
  return words.described({
    highest: at(Math.max(...heights)),
    lowest: at(Math.min(...heights)),
  });
}

function inWords(
  { series, beforeName }: ChartProps,
  row: ChartRow,
  show: Show,
  notes?: readonly ChartNote[],
): string[] {
  const parts = series.map(({ key, label }) => `${label} ${show(row.values[key])}`);
  if (beforeName) parts.push(`${show(row.before)} ${row.beforeLabel ?? beforeName}`);
  if (row.band) parts.push(`${words.interval} ${show(row.band.low)} – ${show(row.band.high)}`);
  return [labelOf(row), ...parts, ...textsOf(notes)];
}

function tableOf(
  { caption, rowName, series, rows, beforeName, moreHead = [] }: ChartProps,
  show: Show,
  notes: readonly ChartNote[][],
) {
  const hasNotes = notes.some(({ length }) => length > 0);
  const hasBand = rows.some(({ band }) => band);
  const cell = (value: number | null | undefined) => plainCell(value ?? null, show(value));
  const titles = [
    ...series.map(({ label }) => label),
    ...(hasBand ? [words.low, words.high] : []),
    ...moreHead,
    ...(beforeName ? [beforeName] : []),
  ];
  return {
    heading: caption,
    name: rowName,
    columns: [
      ...titles.map((label) => ({ label, unit: label })),
      ...(hasNotes ? [{ label: words.notes, isText: true }] : []),
    ],
    rows: rows.map((row, index) => ({
      key: row.key,
      name: labelOf(row),
      inFile: row.inFile ?? row.label,
      remarks: row.remarks,
      cells: [
        ...series.map((one) => cell(row.values[one.key])),
        ...(hasBand ? [cell(row.band?.low), cell(row.band?.high)] : []),
        ...(row.more ?? []),
        ...(beforeName ? [cell(row.before)] : []),
        ...(hasNotes ? [textCell(textsOf(notes[index]).join('; '))] : []),
      ],
    })),
  };
}

const textsOf = (notes: readonly ChartNote[] = []) => notes.map(({ text }) => text);
const textCell = (text: string) => plainCell(text, text);
