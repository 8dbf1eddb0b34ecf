import { cx } from '../../ui/cx.ts';
import controls from './controls.module.css';

interface NoticeProps {
  said: string;
  /** What failed. */
  problem?: string;
  /** Whether the view shows the same. */
  isSeen?: boolean;
}

/** What came of a press. */
export const Notice = ({ said, problem, isSeen }: NoticeProps) => (
  <p
    role="status"
    className={cx(isSeen ? 'visually-hidden' : controls['notice'], problem && controls['warning'])}
  >
    {[said, problem].filter(Boolean).join(' ')}
  </p>
);
