import { formatCount, formatShare } from '../charts/format-figures.ts';
import { growthText } from '../words.ts';
import styles from './consent-note.module.css';

const words = growthText.consent;

interface ConsentNoteProps {
  /** The period's answers to the consent question, as in the report `figures`; null until they are known. */
  answers: readonly { grants: number; refusals: number }[] | null;
}

/** Says beside figures that rest on consent how many visitors they are about. */
export function ConsentNote({ answers }: ConsentNoteProps) {
  if (answers === null) return null;
  const grants = answers.reduce((sum, one) => sum + one.grants, 0);
  const all = answers.reduce((sum, one) => sum + one.refusals, grants);
  return (
    <p className={styles['note']}>
      {all === 0
        ? words.none
        : words.note(formatShare(grants, all), formatCount(grants), formatCount(all))}
    </p>
  );
}
