import type { SignupRow } from '#shared/growth';
import { formatMinute } from '../charts/format-axis.ts';
import { listWords } from '../words/console-messages.ts';
import styles from './application-desk.module.css';
import { stateOf } from './application-page.ts';
import dots from './applications.module.css';

const words = listWords.applications;
const states = listWords.states;
const languages = new Intl.DisplayNames('en', { type: 'language' });

/** What an application says, and what was decided about it. */
export function ApplicationFacts({ signup, zone }: { signup: SignupRow; zone: string }) {
  const { useCase, youtubeChannel, language, decidedBy, toldAt, invitedAt, redeemedAt } = signup;
  const state = stateOf(signup);
  const by = decidedBy ? words.decided({ state: states[state], by: decidedBy }) : states[state];
  const facts = {
    [words.state]: (
      <span className={dots['state']} data-state={state}>
        {toldAt === null ? by : `${by} · ${words.told}`}
      </span>
    ),
    [words.applied]: formatMinute(signup.createdAt, zone),
    [words.language]: language && languages.of(language),
    [words.channel]: youtubeChannel,
    ...(invitedAt && { [words.invited]: formatMinute(invitedAt, zone) }),
    ...(redeemedAt && { [words.used]: formatMinute(redeemedAt, zone) }),
    ...(signup.note && { [words.note]: signup.note }),
  };
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>{words.useCase}</dt>
        <dd dir="auto">{useCase || words.none}</dd>
      </div>
      {Object.entries(facts).map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{fact || words.none}</dd>
        </div>
      ))}
    </dl>
  );
}
