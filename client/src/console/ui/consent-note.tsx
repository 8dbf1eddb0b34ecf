import { formatCount, formatShare } from '#shared/format-figures';
import type { FiguresReport } from '#shared/growth';
import { wholeOf } from '#shared/totals';
import { growthText } from '../words.ts';
import styles from './consent-note.module.css';

const words = growthText.consent;

interface ConsentNoteProps {
  /** Holds the period's answers to the consent question; null until they are known. */
  figures: FiguresReport | null;
}

/** Says beside figures that rest on consent how many visitors they are about. */
export function ConsentNote({ figures }: ConsentNoteProps) {
  if (figures === null) return null;
  const { grants, answers } = wholeOf(figures);
  return (
    <small className={styles['note']}>
      {answers === 0
        ? words.none
        : words.note(formatShare(grants, answers), formatCount(grants), formatCount(answers))}
    </small>
  );
}
