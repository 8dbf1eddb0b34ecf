import { useContext } from 'react';
import { AccessContext } from '../session/access.ts';
import styles from './overview.module.css';
import { growthOverview } from './overview-words.ts';

const words = growthOverview.empty;

/** Shown while nothing has been counted: what to do so that figures come. */
export function FirstSteps() {
  const seesPeople = useContext(AccessContext) === 'people';
  return (
    <section className={styles['first']} aria-labelledby="first">
      <h2 id="first">{words.heading}</h2>
      <p>{words.what}</p>
      <ol>
        <li>
          <a href="/" target="_blank" rel="noreferrer">
            {words.open}
          </a>{' '}
          {words.opened}
        </li>
        {words.steps(seesPeople).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>
        {words.demo} <code>{words.demoCommand}</code>
      </p>
    </section>
  );
}
