import { type Part, placeholderFault } from '#shared/placeholders';
import styles from './list-views.module.css';

/** Says below a field of a mailing which of its placeholders would not be replaced. */
export function PlaceholderFault({ part, text = '' }: { part: Part; text: string | undefined }) {
  const fault = placeholderFault(part, text);
  return (
    fault && (
      <p role="status" className={styles['warning']}>
        {fault}
      </p>
    )
  );
}
