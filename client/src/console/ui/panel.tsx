import { memo, type ReactNode, useDeferredValue } from 'react';
import type { Comparison } from '#shared/compare-figures';
import { formatCount, formatShare } from '#shared/format-figures';
import type { Rate } from '#shared/statistics';
import { cx } from '../../ui/cx.ts';
import type { Loaded } from '../api/use-report.ts';
import { commonWords } from '../words/console-messages.ts';
import { Change } from './change.tsx';
import styles from './panel.module.css';
import { SmallButton } from './small-button.tsx';

const words = commonWords.report;

/** The classes of an earlier answer while it is busy, of figures about everybody while a filter is on, and of what has nothing yet. */
export const { veiled, dimmed, empty } = styles;

/** Returns whether an answer is on its way, or is not drawn yet. */
export const useBusy = (loading: boolean) => useDeferredValue(loading) || loading;

interface PanelProps<Data> {
  report: Loaded<Data>;
  /** Whether the address has filters, and these figures none. */
  isUnfiltered?: boolean;
  /** Shown for an invalid address. @param isFew asks for everybody: a viewer named what fewer than five people have */
  onRestart?: (isFew: boolean) => void;
  children(data: Data): ReactNode;
}

/** Shows a report, or why it is missing. The previous figures stay, dimmed, while the next report loads and if it is lost. */
export function Panel<Data>(props: PanelProps<Data>) {
  const { report, isUnfiltered = false, onRestart, children } = props;
  const { data, loading, failure, isKept = false } = report;
  const isBusy = useBusy(loading);
  const isFew = failure?.why === 'few_people';
  if ((isFew || failure?.why === 'invalid') && onRestart) {
    return (
      <FailureNote label={isFew ? words.widen : words.restart} onPress={() => onRestart(isFew)}>
        {failure.why === 'invalid' ? `${words.invalid} ${failure.issues.join('; ')}` : words.few}
      </FailureNote>
    );
  }
  const note = failure && !(isKept && failure.why === 'failed') && <Lost report={report} />;
  if (data === null && !loading) return note;
  return (
    <div
      className={cx(styles['panel'], veiled, isUnfiltered && dimmed)}
      data-waiting={data === null}
      aria-busy={isBusy}
    >
      {note}
      {loading && !isKept && (
        <p className={styles['loading']} role="status">
          {words.loading}
        </p>
      )}
      {data !== null && (
        <div className={styles['shown']}>
          <Kept isOld={loading || (isKept && failure !== null)}>{children(data)}</Kept>
        </div>
      )}
    </div>
  );
}

interface AnswerProps<Data> extends Pick<PanelProps<Data>, 'children'> {
  report: Pick<Loaded<Data>, 'data' | 'loading' | 'failure'>;
  className?: string | undefined;
}

/** Shows what belongs to a report that a panel shows, outside of the panel: it changes, is veiled and fails with it. */
export function Answer<Data>({ report, className, children }: AnswerProps<Data>) {
  const { data, loading, failure } = report;
  const isBusy = useBusy(loading);
  if (data === null) return null;
  return (
    <div className={cx(className, veiled)} aria-busy={isBusy}>
      <Kept isOld={loading || failure !== null}>{children(data)}</Kept>
    </div>
  );
}

interface KeptProps {
  /** Whether the address asks another question than its children answer. */
  isOld: boolean;
  children: ReactNode;
}

/**
 * Keeps its children as they are while they are old: to draw old figures anew would delay the new ones. A press on one of them is
 * about what it shows. Draws a change after what caused it has been shown: charts and tables take a tenth of a second or two on a
 * slow machine. Inputs whose value comes from above would jump back for that long, so they belong outside.
 */
export const Kept = memo(
  ({ children }: KeptProps) => useDeferredValue(children),
  (_, { isOld }) => isOld,
);

/** Returns what a container of a first panel needs, so that nothing follows it before it has figures. */
export const waitingFor = ({ data, loading }: Pick<Loaded<unknown>, 'data' | 'loading'>) => ({
  'data-waiting': loading && data === null,
});

/** Says why a report is missing, and asks it again, with what else has failed. */
export const Lost = ({ report: { failure, retry } }: { report: Loaded<unknown> }) => (
  <FailureNote
    label={words.retry}
    onPress={() => {
      retry();
      dispatchEvent(new Event('online'));
    }}
  >
    {failure?.why === 'too_long'
      ? words.tooLong
      : failure?.why === 'not_found'
        ? words.gone
        : words.failed}
  </FailureNote>
);

interface FailureProps {
  /** The label of the button that may help. */
  label: string;
  onPress(): void;
  children: ReactNode;
}

export const FailureNote = ({ label, onPress, children }: FailureProps) => (
  <div className={styles['failure']} role="alert">
    <p>{children}</p>
    <SmallButton label={label} onClick={onPress} />
  </div>
);

/** Shown in place of a component that has failed. The console reports the error to nobody. */
export const Failed = () => (
  <FailureNote label={words.retry} onPress={() => location.reload()}>
    {commonWords.viewFailed}
  </FailureNote>
);

/** Says that a report is empty. */
export const Empty = ({ heading, children }: { heading?: string; children: ReactNode }) => (
  <div className={empty}>
    {heading && <h2>{heading}</h2>}
    <p>{children}</p>
  </div>
);

interface FiguresProps {
  /** Whether they stand below each other, beside a drawing. */
  isList?: boolean;
  figures: readonly {
    label: string;
    /** Shows the label as a link. */
    heading?: ReactNode;
    value: number | string | Rate;
    note?: string | undefined;
    /** How the figure differs from the period before. */
    change?: Comparison | null | undefined;
    /** What the period before is, where it is not that of the view. */
    than?: string;
  }[];
}

/** Large figures in a row, each with its change. */
export const Figures = ({ isList = false, figures }: FiguresProps) => (
  <dl className={styles[isList ? 'list' : 'figures']}>
    {figures.map(({ label, heading = label, value, note, change, than }) => {
      const rate = typeof value === 'object' ? value : null;
      const shown = rate ? formatShare(rate.successes, rate.trials) : countOf(value);
      return (
        <div key={label}>
          <dt>{heading}</dt>
          {/* Keyed, because a right-aligned number would move when it has other digits. */}
          <dd key={`${shown} ${change?.change} ${note}`}>
            <b>{shown}</b> <Change of={change} rate={rate} than={than} />
            <small>{note ?? (isList ? '' : '\u00a0')}</small>
          </dd>
        </div>
      );
    })}
  </dl>
);

const countOf = (value: number | string | Rate) =>
  typeof value === 'number' ? formatCount(value) : `${value}`;
