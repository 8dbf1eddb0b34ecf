import type { ReactNode } from 'react';
import type { SignupType } from '#shared/signups';
import type { Offers } from '#shared/site';
import styles from './form.module.css';

interface SignupBenefitsProps {
  type: SignupType;
  offers: Offers;
  /** The heading. */
  children: ReactNode;
}

/** What a signup brings, and beneath the list the condition of its discount. */
export function SignupBenefits({ type, offers, children }: SignupBenefitsProps) {
  return (
    <div className={styles['benefits']}>
      {children}
      <ul>
        {offers[type].map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
      {offers.conditions && <p>{offers.conditions[type]}</p>}
    </div>
  );
}
