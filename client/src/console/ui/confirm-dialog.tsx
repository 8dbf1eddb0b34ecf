import { useEffect, useId, useRef, useState } from 'react';
import { askApi, problemOf } from '../api/growth-api.ts';
import { commonWords } from '../words/console-messages.ts';
import { afterPaint } from './after-paint.ts';
import styles from './confirm-dialog.module.css';
import controls from './controls.module.css';
import { SmallButton } from './small-button.tsx';

const words = commonWords.confirm;

interface ConfirmDialogProps {
  /** What is asked for once it is confirmed. */
  route: string;
  method?: 'DELETE' | 'POST';
  body?: unknown;
  /** The label of the button that confirms. */
  label?: string;
  heading: string;
  text: string;
  /** What to say of it afterwards. */
  done: string;
  onClose(): void;
  /** Says what happened where the dialog was, because it has closed. */
  say(message: string): void;
  /** @param wasOpen false if the dialog was closed before the answer came: another one may be open, or the focus elsewhere */
  onDone(wasOpen: boolean, answer?: unknown): void;
}

/** Uses the browser's own modal dialog: it traps the focus, closes on Escape and returns the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { route, method = 'DELETE', body, label = words.delete } = props;
  const { heading, text, done, onClose, say, onDone } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');
  const headingId = useId();
  /** True from a press on *Cancel*: the dialog is still there for two frames. */
  const isKept = useRef(false);
  // Opening or closing the dialog restyles the whole page, so the pressed button shows first.
  useEffect(() => void afterPaint().then(() => dialog.current?.showModal()), []);

  async function confirm() {
    if (busy || isKept.current) return;
    setBusy(true);
    setFailed('');
    const answer = await askApi<unknown>(route, { method, body });
    setBusy(false);
    if (answer.ok) return end(done, answer.data);
    if (answer.why === 'not_found') return end(words.gone);
    (dialog.current && !isKept.current ? setFailed : say)(problemOf(answer, words.failed));
  }

  function keep() {
    isKept.current = true;
    void afterPaint().then(() => dialog.current?.close());
  }

  function end(message: string, answer?: unknown) {
    const wasOpen = dialog.current !== null;
    dialog.current?.close(); // an open dialog makes the page inert, so nothing there could take the focus
    if (wasOpen) onClose();
    say(message);
    onDone(wasOpen, answer);
  }

  return (
    <dialog ref={dialog} className={styles['dialog']} aria-labelledby={headingId} onClose={onClose}>
      <h2 id={headingId}>{heading}</h2>
      <p>{text}</p>
      {failed && <p role="alert">{failed}</p>}
      <div className={controls['row']}>
        <SmallButton label={words.cancel} onClick={keep} />
        <SmallButton
          className={styles['delete']}
          label={label}
          otherLabel={words.waiting}
          busy={busy}
          onClick={confirm}
        />
      </div>
    </dialog>
  );
}
