import { useId } from 'react';
import { Link } from 'wouter';
import type { SignupType } from '#shared/signups';
import { Button } from '../../../ui/button.tsx';
import type { ReceiptText } from '../../content/structure/signup.ts';
import { usePorts, useWords } from '../../ports.ts';
import { ConfirmCode } from './confirm-code.tsx';
import styles from './form.module.css';
import { confirmOutcome } from './signup-outcomes.ts';

export const signupReceiptId = (type: SignupType) => `signup-receipt-${type}`;

interface SignupReceiptProps {
  type: SignupType;
  isDuplicate: boolean;
  number: number;
  /** Where a code is sent to; null where no message asks for a confirmation. */
  email: string | null;
  /** Whether that code was entered here. */
  isConfirmed: boolean;
  /** Whether it stands in place of the form. */
  isAlone: boolean;
}

/**
 * The outcome of a signup, in place of the benefits; after a success, in place of the form, too. It is not a live region: the
 * toast is announced.
 */
export function SignupReceipt(props: SignupReceiptProps) {
  const { type, isDuplicate, number, email, isConfirmed, isAlone } = props;
  const titleId = useId();
  const { offers } = usePorts().data;
  const { label, confirmFirst, success, duplicate, contact, another } =
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
          key={number}
          type={type}
          email={email}
          isConfirmed={isConfirmed}
          onConfirmed={() => confirmOutcome(type, email)}
        />
      )}
      {isAlone && (
        <Button
          variant="quiet"
          label={another}
          onClick={() => dispatchEvent(new CustomEvent(`signup:${type}`, { detail: 'name' }))}
        />
      )}
      {isDuplicate && <Link href={contact.path}>{contact.label}</Link>}
    </section>
  );
}
