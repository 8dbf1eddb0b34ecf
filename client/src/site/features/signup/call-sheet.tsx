import { useId } from 'react';
import { Link } from 'wouter';
import type { SignupType } from '#shared/signups';
import { signupContent } from '../../content/signup.ts';
import styles from './signup.module.css';

export const callSheetId = (type: SignupType) => `signup-sheet-${type}`;

interface CallSheetProps {
  type: SignupType;
  isDuplicate: boolean;
}

/** The outcome of a signup, in place of the benefits. It is not a live region: the toast is announced. */
export function CallSheet({ type, isDuplicate }: CallSheetProps) {
  const titleId = useId();
  const { label, success, duplicate, contact } = signupContent.callSheet;
  const { title, rows } = isDuplicate ? duplicate : success[type];
  return (
    <section
      id={callSheetId(type)}
      className={styles['sheet']}
      data-type={isDuplicate ? 'neutral' : type}
      tabIndex={-1}
      aria-labelledby={titleId}
    >
      <p className={styles['slate']}>{label}</p>
      <h3 id={titleId}>{title}</h3>
      <dl>
        {rows.map(({ term, details }) => (
          <div key={term}>
            <dt>{term}</dt>
            {details.map((detail) => (
              <dd key={detail}>{detail}</dd>
            ))}
          </div>
        ))}
      </dl>
      {isDuplicate && <Link href={contact.path}>{contact.label}</Link>}
    </section>
  );
}
