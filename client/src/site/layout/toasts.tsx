import {
  Fragment,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { cx } from '../../ui/cx.ts';
import '../../ui/input-method.ts';
import { type ToastMessage, ToastsProvider, useFrame } from '../ports.ts';
import styles from './toasts.module.css';

/** The time in milliseconds for which a message stays beside what says the same, so that it is noticed and read out. */
const LINGER_MS = 6_000;

/**
 * Shows the latest message above everything, on whatever page is open. It stays until it is dismissed or replaced, or until
 * the page itself shows what it says: a time limit would hide the outcome from people who read slowly
 * (docs/decisions/022-toasts.md).
 */
export function Toasts({ children }: { children: ReactNode }) {
  const { toastText } = useFrame();
  const [shown, setShown] = useState<{ id: number; message: ToastMessage } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const port = useMemo(() => {
    let timer: number;
    return {
      showToast(message: ToastMessage) {
        clearTimeout(timer); // that of another message
        setShown((last) => ({ id: (last?.id ?? 0) + 1, message }));
      },
      hideToast(kind?: ToastMessage['kind']) {
        if (!kind) return setShown(null);
        timer = window.setTimeout(() => {
          // Not from under a pointer, or with the focus.
          if (!button.current?.parentElement?.matches(':hover, :focus-within'))
            setShown((now) => (now?.message.kind === kind ? null : now));
        }, LINGER_MS);
      },
    };
  }, []);
  const dismiss = useKeys(shown?.id, button, () => setShown(null));
  return (
    <ToastsProvider value={port}>
      {children}
      <section className={styles['place']} aria-label={toastText.region}>
        <div className={cx(shown && styles['toast'])} data-type={shown?.message.kind}>
          {/* Served empty: browsers announce only changes in a live region that they already know. */}
          <div role="status" aria-live="polite" aria-atomic="true">
            {shown && (
              <Fragment key={shown.id}>
                <p className={styles['title']}>{shown.message.title} </p>
                <p>{shown.message.text}</p>
              </Fragment>
            )}
          </div>
          {shown && (
            <button
              ref={button}
              type="button"
              className={styles['close']}
              aria-label={toastText.dismiss}
              onClick={dismiss}
            >
              <span aria-hidden="true">×</span>
            </button>
          )}
        </div>
      </section>
    </ToastsProvider>
  );
}

/**
 * Makes the message the next tab stop after the element that had the focus when it appeared, and lets Escape
 * dismiss it. Returns a function that dismisses the message and gives the focus back.
 */
function useKeys(
  id: number | undefined,
  button: RefObject<HTMLButtonElement | null>,
  close: () => void,
): () => void {
  const origin = useRef<Element>(null);
  const dismiss = () => {
    if (document.activeElement === button.current) focus(origin.current);
    close();
  };
  const latest = useRef(dismiss);
  latest.current = dismiss;

  useEffect(() => {
    if (id === undefined) return;
    if (document.activeElement !== button.current) origin.current = document.activeElement;
    const onKeyDown = (event: KeyboardEvent) => {
      // An open dialog keeps the keys to itself.
      if (event.defaultPrevented || button.current?.closest('[aria-hidden="true"]')) return;
      if (event.key === 'Escape') return latest.current();
      if (event.key !== 'Tab') return;
      const active = document.activeElement;
      // The element's page may be gone.
      if (!origin.current?.isConnected) origin.current = active;
      if (active === button.current) {
        focus(origin.current);
        if (event.shiftKey) event.preventDefault(); // otherwise the browser would continue from there
      } else if (active === origin.current && !event.shiftKey) {
        event.preventDefault();
        button.current?.focus();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [id, button]);
  return dismiss;
}

function focus(element: Element | null) {
  if (element instanceof HTMLElement) element.focus();
}
