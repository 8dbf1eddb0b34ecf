import { useContext } from 'react';
import { AccessContext } from '../session/access.ts';
import { overviewWords } from '../words/console-messages.ts';
import styles from './overview.module.css';

const words = overviewWords.empty;

/** Shown while nothing has been counted: what to do so that figures come. */
export function FirstSteps() {
  const seesPeople = useContext(AccessContext) === 'people';
  return (
    <section className={styles['first']} aria-labelledby="first">
      <h2 id="first">{words.heading}</h2>
      <p>{words.what}</p>
      <ol>
        <li>
          <a href="/#signup" target="_blank" rel="noreferrer">
            {words.open}
          </a>{' '}
          {words.opened}
        </li>
        <li>{words.steps.answer}</li>
        <li>{seesPeople ? words.steps.sendAndDelete : words.steps.send}</li>
        <li>{words.steps.share}</li>
      </ol>
      <p>
        {words.demo} <code>{words.demoCommand}</code>
      </p>
    </section>
  );
}
