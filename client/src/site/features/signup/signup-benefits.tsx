import type { SignupType } from '#shared/signups';
import type { Offers } from '#shared/site';
import styles from './form.module.css';

interface SignupBenefitsProps {
  type: SignupType;
  title: string;
  offers: Offers;
  heading: 'h2' | 'h3';
}

/** What a signup brings, and beneath the list the condition of its discount. */
export function SignupBenefits({ type, title, offers, heading: Heading }: SignupBenefitsProps) {
  return (
    <div className={styles['benefits']}>
      <Heading>{title}</Heading>
      <ul>
        {offers[type].map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
      {offers.conditions && <p>{offers.conditions[type]}</p>}
    </div>
  );
}
