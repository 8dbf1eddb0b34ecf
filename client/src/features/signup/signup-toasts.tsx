import { Toast } from 'radix-ui';
import { useEffect, useState } from 'react';
import styles from './signup-toasts.module.css';

export interface ToastMessage {
  /** Tells one message from the next with the same words. */
  id: number;
  kind: 'success' | 'error';
  title: string;
  text: string;
}

const SHOWN_MS = 8_000;

/** The latest message, announced and dismissible by the ARIA live-region pattern. */
export function SignupToasts({ message }: { message: ToastMessage | null }) {
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(message !== null), [message]);
  // Nothing to serve: the viewport would bring style attributes that the CSP forbids.
  if (!message) return null;
  return (
    <Toast.Provider duration={SHOWN_MS} swipeDirection="right">
      <Toast.Root
        key={message.id}
        className={styles['toast']}
        data-kind={message.kind}
        open={open}
        onOpenChange={setOpen}
      >
        <Toast.Title className={styles['title']}>{message.title}</Toast.Title>
        <Toast.Description className={styles['text']}>{message.text}</Toast.Description>
        <Toast.Close className={styles['close']} aria-label="Dismiss">
          <span aria-hidden="true">×</span>
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport className={styles['viewport']} />
    </Toast.Provider>
  );
}
