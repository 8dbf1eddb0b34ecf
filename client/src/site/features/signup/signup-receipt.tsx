import { useId } from 'react';
import { Link } from 'wouter';
import type { SignupType } from '#shared/signups';
import type { ReceiptText } from '../../content/structure/signup.ts';
import { confirmOutcome } from '../../outcomes.ts';
import { usePorts, useWords } from '../../ports.ts';
import { ConfirmCode } from './confirm-code.tsx';
import styles from './signup.module.css';

export const signupReceiptId = (type: SignupType) => `signup-receipt-${type}`;

interface SignupReceiptProps {
  type: SignupType;
  isDuplicate: boolean;
  /** Where a code is sent to; null where no message asks for a confirmation. */
  email: string | null;
  /** Whether that code was entered here. */
  isConfirmed: boolean;
}

/** The outcome of a signup, in place of the benefits. It is not a live region: the toast is announced. */
export function SignupReceipt({ type, isDuplicate, email, isConfirmed }: SignupReceiptProps) {
  const titleId = useId();
  const { offers } = usePorts().data;
  const { label, confirmFirst, success, duplicate, contact } =
    useWords('signup').signupContent.receipt;
  const { title, rows }: ReceiptText = isDuplicate ? duplicate : success[type];
  const isWaiting = email !== null && !isConfirmed;
  return (
    <section
      id={signupReceiptId(type)}
      className={styles['receipt']}
      data-type={isDuplicate ? 'neutral' : type}
      tabIndex={-1}
      aria-labelledby={titleId}
    >
      <p className={styles['slate']}>{label}</p>
      <h3 id={titleId}>{isWaiting ? confirmFirst : title}</h3>
      <dl>
        {rows.map(({ term, details = offers[type], byMail }) => (
          <div key={term}>
            <dt>{term}</dt>
            {((isWaiting && byMail) || details).map((detail) => (
              <dd key={detail}>{detail}</dd>
            ))}
          </div>
        ))}
      </dl>
      {email !== null && (
        <ConfirmCode
          key={email}
          email={email}
          isConfirmed={isConfirmed}
          onConfirmed={() => confirmOutcome(type, email)}
        />
      )}
      {isDuplicate && <Link href={contact.path}>{contact.label}</Link>}
    </section>
  );
}
