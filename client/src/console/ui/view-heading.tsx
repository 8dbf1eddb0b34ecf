import type { ReactNode } from 'react';
import { describeChange } from '#shared/compare-figures';
import { formatCount, formatInterval, formatShare } from '#shared/format-figures';
import type { FiguresReport } from '#shared/growth';
import { consentRateOf, wholeOf } from '#shared/totals';
import type { ChangeAddress } from '../address/use-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import type { Compared } from '../api/use-compared.ts';
import { changesOf } from '../charts/total-changes.ts';
import { commonWords } from '../words/console-messages.ts';
import { FilterChips } from './filter-chips.tsx';
import { beforeNameOf, RangePicker } from './range-picker.tsx';
import styles from './view-heading.module.css';

const words = commonWords.about;

type Shown = Pick<Compared<unknown>, 'isAlone'>;

interface ViewHeadingProps {
  heading: string;
  /** How many the view lists; null until it is known. */
  count?: number | null;
  lead?: string;
  /** What the view says in one sentence; null until it is known. */
  summary?: string | null | undefined;
  children?: ReactNode;
}

/** Shows what a view is about, and what it says in one sentence. */
export const ViewHeading = ({ heading, count, lead, summary, children }: ViewHeadingProps) => (
  <div className={styles['heading']}>
    <h1>
      {`${heading} `}
      {count !== undefined && <small>{count === null ? '\u00a0' : formatCount(count)}</small>}
    </h1>
    {children}
    {summary !== undefined && <p className={styles['summary']}>{summary ?? '\u00a0'}</p>}
    {lead && <p className={styles['lead']}>{lead}</p>}
  </div>
);

interface PeriodHeadingProps extends ViewHeadingProps {
  address: ViewAddress;
  change: ChangeAddress;
  /** Figures of the address's range. */
  figures: Shown;
  /** The period's answers to the consent question. */
  consent: Compared<FiguresReport>;
  /** Whether figures of the view are not filtered, although the address has filters. */
  hasUnfiltered?: boolean;
}

/** The head of a view about a period: everything that is true of all its figures is said here, once. */
export const PeriodHeading = (props: PeriodHeadingProps) => {
  const { address, change, figures, consent, heading, lead, summary } = props;
  const besides = words[figures.isAlone ? 'besideNothing' : 'beside'];
  const interval = consent.report.data && formatInterval(rateOf(consent.report.data));
  const beside = address.compare ? `, ${besides({ period: beforeNameOf(address) })}` : '';
  return (
    <div className={styles['head']}>
      <ViewHeading heading={heading} summary={summary} {...(lead && { lead })}>
        <RangePicker change={change} />
      </ViewHeading>
      <div className={styles['line']}>
        <details className={styles['about']}>
          <summary>
            {/* One text, because a second one would move with the length of the first. */}
            {`${agreed(figures.isAlone ? { ...consent, before: null } : consent, address.zone)}${beside}`}
          </summary>
          <p>{words.measured}</p>
          {interval && <p>{words.interval({ interval })}</p>}
          {address.compare && <p>{words.arrows}</p>}
          {props.hasUnfiltered && address.filters.length > 0 && (
            <p>{commonWords.filters.unfiltered}</p>
          )}
        </details>
        <FilterChips change={change} hasUnfiltered={props.hasUnfiltered} />
      </div>
    </div>
  );
};

const rateOf = (figures: FiguresReport) => consentRateOf(wholeOf(figures));

/** Says on how many visitors the figures rest. */
function agreed({ report, before }: Compared<FiguresReport>, zone: string): string {
  if (report.data === null) return words.ofVisitors;
  const { grants, answers } = wholeOf(report.data);
  if (answers === 0) return words.noAnswers;
  const comparison = changesOf(report.data, before, zone).consentRate();
  const change = comparison && describeChange(comparison);
  return words.agreed({
    rate: formatShare(grants, answers),
    change: change ? ` (${change})` : '',
    grants: formatCount(grants),
    answers: formatCount(answers),
  });
}
