import type { FiguresReport } from '#shared/growth';
import { sizeOfFigures } from '#shared/totals';
import { cx } from '../../ui/cx.ts';
import { rangeOf } from '../address/range-in-address.ts';
import type { ViewAddress } from '../address/view-address.ts';
import { reportRoute } from '../api/report-route.ts';
import { type Loaded, useReport } from '../api/use-report.ts';
import { useConsole } from '../console-data.ts';
import { empty } from '../ui/panel.tsx';
import { overviewWords } from '../words/console-messages.ts';
import styles from './overview.module.css';

const words = overviewWords.empty;

/** Returns whether nothing was ever counted. It asks that once the report has nothing. */
export function useIsEmpty(address: ViewAddress, { data }: Loaded<FiguresReport>): boolean {
  const { seesPeople } = useConsole(); // the steps are the operator's
  const isQuiet = seesPeople && isNothing(data);
  const year = { ...address, range: '365', unit: '' } as const;
  const ever = useReport<FiguresReport>(
    isQuiet ? (now) => reportRoute('figures', year, rangeOf(year, now)) : null,
  );
  return isQuiet && isNothing(ever.data);
}

const isNothing = (report: FiguresReport | null) => report !== null && sizeOfFigures(report) === 0;

/** Shown while nothing has been counted: what to do so that figures come. */
export const FirstSteps = () => (
  <section className={cx(empty, styles['first'])} aria-labelledby="first">
    <h2 id="first">{words.heading}</h2>
    <p>{words.what}</p>
    <ol>
      <li>
        <a href="/#signup" target="_blank" rel="noreferrer">
          {words.open}
        </a>{' '}
        {words.opened}
      </li>
      {Object.values(words.steps).map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </section>
);
