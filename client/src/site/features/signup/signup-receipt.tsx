import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { sendsMail } from '#shared/page';
import type { SignupType } from '#shared/signups';
import { watchView } from '../../../ui/watch-view.ts';
import type { Success } from '../../outcomes.ts';
import { usePorts, useToasts, useWords } from '../../ports.ts';
import { ConfirmCode } from './confirm-code.tsx';
import styles from './form.module.css';
import { changeAddress, DUPLICATE_ID, SUCCESS_ID, signupForm } from './signup-state.ts';

/** The latest success, in place of the form where a code is awaited. It is not a live region: the toast is announced. */
export function SuccessReceipt(success: Success) {
  const { type, sent, code } = success;
  const { receipt } = useWords('signup').signupContent;
  const { title, rows, afterwards } = receipt.success[type];
  // The page of the message has it, as soon as the address is confirmed.
  const { conditions } = usePorts().data.offers;
  const more = code && conditions && type === 'notifyme' ? [receipt.discount] : [];
  const [before, after] = receipt.message;
  const isWaiting = code === 'awaited';
  const heading = useRef<HTMLHeadingElement>(null);
  const { hideToast } = useToasts();
  useEffect(() => {
    const hide = (isInView: boolean) => isInView && hideToast(type);
    return heading.current ? watchView(heading.current, hide, { threshold: 1 }) : undefined;
  }, [type, hideToast]);
  return (
    <section
      className={styles['receipt']}
      data-type={type}
      data-code={code}
      aria-labelledby={SUCCESS_ID}
    >
      <h3 ref={heading} id={SUCCESS_ID} tabIndex={-1}>
        <span className="dot" data-done={!isWaiting} />
        {`\u00a0 ${isWaiting ? receipt.confirmFirst : title}`}
      </h3>
      {isWaiting && (
        <div className={styles['message']}>
          <p>
            {before}
            <strong>
              <bdi>{sent.email}</bdi>
            </strong>
            {after}
          </p>
          <p>{afterwards}</p>
        </div>
      )}
      {code && <ConfirmCode {...success} />}
      {!isWaiting && (
        <dl>
          {[...rows, ...more].map(({ term, detail = sent.email, withoutMail = detail }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                <bdi>{code ? detail : withoutMail}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** A duplicate: like a success in place of the form where the site sends mail, and otherwise above it. */
export function DuplicateReceipt({ type }: { type: SignupType }) {
  const [sent] = useState(signupForm.state.values);
  const { code, receipt, toasts } = useWords('signup').signupContent;
  const { title, text } = toasts.duplicate;
  const { hideToast } = useToasts();
  // It has the focus, and so is in view.
  useEffect(() => hideToast('neutral'), [hideToast]);
  return (
    <section
      id={DUPLICATE_ID}
      className={styles['receipt']}
      data-type="neutral"
      data-code={sendsMail(usePorts().data) || undefined}
      tabIndex={-1}
      aria-label={title}
    >
      <h3>{title}</h3>
      <div className={styles['message']}>
        <p>
          <strong>
            <bdi>{sent.email}</bdi>
          </strong>
          <br />
          {text}
        </p>
        <p>
          {receipt.change} <Link href="/contact">{receipt.contact}</Link>
        </p>
        <p className={styles['ways']}>
          <button type="button" onClick={() => changeAddress(type, sent)}>
            {code.change}
          </button>
        </p>
      </div>
    </section>
  );
}
