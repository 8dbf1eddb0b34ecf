import { type ReactNode, type Ref, useContext } from 'react';
import { formatCount, formatShare } from '#shared/format-figures';
import type { FiguresReport } from '#shared/growth';
import { consentRateOf, wholeOf } from '#shared/totals';
import { fixedRange } from '../address/range-in-address.ts';
import { AddressNow } from '../address/use-address.ts';
import { formatAddress, type ViewAddress } from '../address/view-address.ts';
import type { Compared } from '../api/use-compared.ts';
import type { Loaded } from '../api/use-report.ts';
import { ExportMenu } from '../charts/export-menu.tsx';
import { commonWords } from '../words/console-messages.ts';
import { CopyButton } from './copy-button.tsx';
import { Filters } from './filters.tsx';
import { Menu } from './menu.tsx';
import { Answer, Kept, Lost, useBusy } from './panel.tsx';
import { beforeNameOf, RangePicker } from './range-picker.tsx';
import styles from './view-heading.module.css';

const words = commonWords.about;

interface ViewHeadingProps {
  /** Takes the focus where a pressed button goes. */
  ref?: Ref<HTMLDivElement>;
  heading: string;
  /** What the view can answer. */
  tabs?: ReactNode;
  /** The report that says in one sentence what the view shows. Null where nothing can be chosen yet, as the view says itself. */
  says?: Pick<Loaded<{ summary?: string | null }>, 'data' | 'loading' | 'failure'> | null;
  /** Whether that may be two sentences. */
  isLong?: boolean;
  /** All that the view asks for. Above the figures, it is said once that they load, or could not be loaded. */
  reports?: readonly Loaded<unknown>[];
  children?: ReactNode;
}

/** Shows what a view is about, its controls in a row, and what it says in one sentence. */
export function ViewHeading(props: ViewHeadingProps) {
  const { ref, heading, tabs, says, reports, isLong, children } = props;
  const isLoading = useBusy(!!reports?.some(({ loading }) => loading));
  const lost = reports?.find(({ loading, failure }) => !loading && failure?.why === 'failed');
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={styles['heading']}
      data-old={isLoading || !!lost}
    >
      <div className={styles['row']}>
        <h1>{heading}</h1>
        {says !== null && children}
        {reports && (
          <p role="status" className={styles['loading']}>
            {isLoading && <span>{commonWords.report.loading}</span>}
          </p>
        )}
      </div>
      {tabs}
      {says && (
        <div className={styles['summary']} data-long={isLong}>
          {/* “E-mail” stays in one line. */}
          <Answer report={says}>
            {({ summary }) => <p>{summary?.replaceAll('E-mail', 'E-\u2060mail')}</p>}
          </Answer>
        </div>
      )}
      {lost && <Lost report={lost} />}
    </div>
  );
}

interface PeriodHeadingProps extends ViewHeadingProps {
  reports: readonly Loaded<unknown>[];
}

/** The head of a view about a period. */
export const PeriodHeading = ({ children, ...props }: PeriodHeadingProps) => (
  <ViewHeading {...props}>
    <RangePicker />
    <Filters />
    <HeadEnd receipt={commonWords.copyLink.dated}>
      {children}
      <ExportMenu view={props.heading} reports={props.reports} />
    </HeadEnd>
  </ViewHeading>
);

/** What is done with the whole view. @param receipt what is said once its link is copied */
export function HeadEnd({ receipt, children }: { receipt?: string; children?: ReactNode }) {
  const address = useContext(AddressNow);
  // The address holds the whole view, with its days: “30 days” would be others tomorrow.
  const text = () =>
    location.origin +
    location.pathname +
    formatAddress({ ...address, range: fixedRange(address, Date.now()) });
  return (
    <Menu label="⋯" name={commonWords.more} className={styles['end']} isPlain isUnfolded>
      <CopyButton data-plain label={commonWords.copyLink.label} {...{ text, receipt }} />
      {children}
    </Menu>
  );
}

interface PeriodFootProps {
  address: ViewAddress;
  /** What is above it, and may be higher or lower with another answer. */
  after: Loaded<unknown>;
  /** Figures of the address's range. */
  figures: Pick<Compared<unknown>, 'isAlone'>;
  /** The period's answers to the consent question. */
  consent: Compared<FiguresReport>;
}

/** What is true of all figures of a view about a period, said once. */
export function PeriodFoot({ address, after, figures, consent }: PeriodFootProps) {
  const besides = figures.isAlone ? words.besideNothing : words.beside;
  const { data } = consent.report;
  const rate = data && consentRateOf(wholeOf(data));
  const said = rate?.successes
    ? words.agreed({
        rate: formatShare(rate.successes, rate.trials),
        grants: formatCount(rate.successes),
        answers: formatCount(rate.trials),
      })
    : words.ofVisitors;
  return (
    <Kept isOld={after.loading || after.failure !== null}>
      {/* Below another answer it is another element, and so is another text: the old one, and the sign after it, would move. */}
      <details key={formatAddress(address)} className={styles['about']}>
        <summary key={said}>{said}</summary>
        <p>{words.measured}</p>
        {address.compare && (
          <p>
            {besides({ period: beforeNameOf(address) })} {words.arrows}
          </p>
        )}
      </details>
    </Kept>
  );
}
