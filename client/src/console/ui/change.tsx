import { type Comparison, describeChange } from '#shared/compare-figures';
import styles from './change.module.css';

/** The most characters of a line beside another on a phone. */
const MAX_LINE = 28;

/** How a figure has changed since the period before, in one line; nothing without a comparison. */
export function Change({ of: comparison }: { of: Comparison | null | undefined }) {
  const text = comparison && describeChange(comparison);
  if (!text) return null;
  return (
    // Another text is another element: where it is right-aligned, the old one would move.
    <small
      key={text}
      className={styles['change']}
      data-clear={comparison.isClear}
      data-long={text.length > MAX_LINE}
    >
      {text}
    </small>
  );
}
