import { type Part, placeholderFault } from '#shared/placeholders';
import styles from './list-views.module.css';

interface FaultProps {
  part: Part;
  /** When the field was left, and now. What is said goes with its cause, and comes only when the field is left. */
  of: readonly [left: string | undefined, now: string | undefined];
}

/** Says below a field of a mailing which of its placeholders would not be replaced. */
export function PlaceholderFault({ part, of: [left = '', now = ''] }: FaultProps) {
  const fault = placeholderFault(part, now) && placeholderFault(part, left);
  return (
    fault && (
      <p role="status" className={styles['warning']}>
        {fault}
      </p>
    )
  );
}
