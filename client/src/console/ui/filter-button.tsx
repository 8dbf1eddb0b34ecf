import { cx } from '../../ui/cx.ts';
import { commonWords } from '../words/console-messages.ts';
import styles from './text-button.module.css';

interface FilterButtonProps {
  /** The value that it stands for. */
  name: string;
  /** Shows only this value's visitors in every view; without it, the name is no button. */
  onChoose?: (() => void) | undefined;
}

/** The name of a row. A press filters every view by it. */
export const FilterButton = ({ name, onChoose }: FilterButtonProps) =>
  onChoose ? (
    <button
      type="button"
      className={cx(styles['plain'], styles['value'])}
      aria-label={commonWords.filters.add({ text: name })}
      onClick={onChoose}
    >
      {name}
    </button>
  ) : (
    name
  );
