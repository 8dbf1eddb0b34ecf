import { useEffect, useId, useRef } from 'react';
import { Link } from 'wouter';
import type { ReceiptText } from '../../content/structure/signup.ts';
import type { Outcome } from '../../outcomes.ts';
import { useHideToast, useWords } from '../../ports.ts';
import { ConfirmCode } from './confirm-code.tsx';
import styles from './form.module.css';
import { confirmOutcome } from './signup-outcomes.ts';
import { RECEIPT_ID } from './signup-state.ts';

/**
 * The latest outcome: a success above both tabs, a duplicate in place of its tab's benefits. It is not a live region: the
 * toast is announced.
 */
export function SignupReceipt({ type, isDuplicate, email, code }: Outcome) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const words = useWords('signup').signupContent.receipt;
  const { title, rows }: ReceiptText = isDuplicate ? words.duplicate : words.success[type];
  const isWaiting = code === 'awaited';
  const hideToast = useHideToast();
  useEffect(() => {
    return isDuplicate ? undefined : whenInView(heading.current, () => hideToast(type));
  }, [isDuplicate, type, hideToast]);
  return (
    <section
      id={RECEIPT_ID}
      className={styles['receipt']}
      data-type={isDuplicate ? 'neutral' : type}
      tabIndex={isDuplicate ? -1 : undefined}
      aria-labelledby={titleId}
    >
      <p className={styles['slate']}>{words.label}</p>
      <h3 ref={heading} id={titleId} tabIndex={isDuplicate ? undefined : -1}>
        {isWaiting ? words.confirmFirst : title}
      </h3>
      <dl>
        {!isDuplicate && (
          <div>
            <dt>{words.email}</dt>
            <dd>
              <bdi>{email}</bdi>
            </dd>
          </div>
        )}
        {rows.map(({ term, details, byMail }) => (
          <div key={term}>
            <dt>{term}</dt>
            {((isWaiting && byMail) || details).map((detail) => (
              <dd key={detail}>{detail}</dd>
            ))}
          </div>
        ))}
      </dl>
      {code && (
        <ConfirmCode
          type={type}
          email={email}
          isConfirmed={code === 'entered'}
          onConfirmed={() => confirmOutcome(type, email)}
        />
      )}
      {isDuplicate && <Link href={words.contact.path}>{words.contact.label}</Link>}
    </section>
  );
}

/** Calls back once the whole element is in the window. Returns a function that stops watching. */
function whenInView(element: Element | null, callback: () => void) {
  if (!element) return;
  const observer = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && callback(),
    { threshold: 1 },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
