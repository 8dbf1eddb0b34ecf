import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { askApi, problemOf } from '../api/growth-api.ts';
import { commonWords } from '../words/console-messages.ts';
import { afterPaint } from './after-paint.ts';
import styles from './confirm-dialog.module.css';
import controls from './controls.module.css';
import { SmallButton } from './small-button.tsx';

const words = commonWords.confirm;

interface QuestionProps {
  heading: string;
  text: string;
  /** The label of the button that confirms. */
  label: string;
  onEnd(isSure: boolean): void;
}

/** Uses the browser's own modal dialog: it traps the focus, closes on Escape and returns the focus. */
function Question({ heading, text, label, onEnd }: QuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Opening or closing the dialog restyles the whole page, so the pressed button shows first.
  useEffect(() => void afterPaint().then(() => dialog.current?.showModal()), []);
  async function end(isSure: boolean) {
    await afterPaint();
    onEnd(isSure);
    dialog.current?.close(); // an open dialog makes the page inert, so nothing there could take the focus
  }
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-label={heading}
      onClose={() => onEnd(false)}
    >
      <h2>{heading}</h2>
      <p>{text}</p>
      <div className={controls['row']}>
        <SmallButton label={words.cancel} onClick={() => end(false)} />
        <SmallButton label={label} onClick={() => end(true)} />
      </div>
    </dialog>
  );
}

/** Asks whether to do something. While a question is open, no other one is asked. */
export async function isSure(label: string, text: string, heading = `${label}?`) {
  if (document.querySelector('dialog')) return false;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const answer = await new Promise<boolean>((onEnd) =>
    root.render(<Question {...{ heading, text, label, onEnd }} />),
  );
  root.unmount();
  place.remove();
  return answer;
}

interface Deletion extends Pick<QuestionProps, 'heading' | 'text'> {
  route: string;
  /** What to say of it afterwards. */
  done: string;
  say(message: string): void;
  onDone(): void;
}

/** Deletes something, after a question. */
export async function deleteSurely({ route, heading, text, done, say, onDone }: Deletion) {
  if (!(await isSure(words.delete, text, heading))) return;
  const answer = await askApi(route, { method: 'DELETE' });
  const isGone = answer.ok || answer.why === 'not_found';
  say(answer.ok ? done : isGone ? words.gone : problemOf(answer, words.failed));
  if (isGone) onDone();
}
