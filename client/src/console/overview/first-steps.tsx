import styles from './overview.module.css';
import { growthOverview } from './words.ts';

const words = growthOverview.empty;

/** Shown while nothing has been counted: what to do so that figures come. */
export const FirstSteps = () => (
  <section className={styles['first']} aria-labelledby="first">
    <h2 id="first">{words.heading}</h2>
    <ol>
      {words.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </section>
);
