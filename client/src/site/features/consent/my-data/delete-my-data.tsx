import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../../ui/button.tsx';
import { useWords } from '../../../ports.ts';
import styles from './my-data-panel.module.css';
import { useErasure } from './use-erasure.ts';

/** A button that asks for confirmation before it deletes. The question replaces the button and takes the focus. */
export function DeleteMyData({ onDeleted }: { onDeleted(message: string): void }) {
  const { myDataContent: words } = useWords('cookies');
  const [asking, setAsking] = useState(false);
  const { erase, erasing, failed, setFailed, button } = useErasure((message) => {
    setAsking(false); // still shown to people who have accepted again
    onDeleted(message);
  });
  const questionId = useId();

  /** Shows or hides the question, then focuses the button of that step. */
  function turn(next: boolean) {
    flushSync(() => {
      setAsking(next);
      setFailed(false);
    });
    button.current?.focus();
  }

  if (!asking) {
    return <Button ref={button} label={words.delete} onClick={() => turn(true)} />;
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div
      role="group"
      className={styles['question']}
      aria-labelledby={questionId}
      onKeyDown={(event) => event.key === 'Escape' && !erasing && turn(false)}
    >
      <p id={questionId}>{words.question}</p>
      {failed && <p role="alert">{words.deleteFailed}</p>}
      <div className={styles['actions']}>
        <Button
          ref={button}
          label={words.keep}
          aria-disabled={erasing || undefined}
          onClick={() => !erasing && turn(false)}
        />
        <Button
          className={styles['erase']}
          label={words.confirm}
          otherLabel={words.deleting}
          busy={erasing}
          onClick={erase}
        />
      </div>
    </div>
  );
}
