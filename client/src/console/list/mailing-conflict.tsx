import type { MailingContent } from '#shared/list';
import { LANGUAGES } from '#shared/site-languages';
import controls from '../ui/controls.module.css';
import { SmallButton } from '../ui/small-button.tsx';
import { listWords } from '../words/console-messages.ts';
import styles from './mailings-view.module.css';
import { languageName } from './use-draft.ts';

const words = listWords.mailings;

interface ConflictProps {
  mine: MailingContent;
  theirs: MailingContent;
  onMine(): void;
  onTheirs(): void;
}

/** Shows what somebody else has saved meanwhile beside what is being written, where the two differ. */
export function MailingConflict({ mine, theirs, onMine, onTheirs }: ConflictProps) {
  const stored = linesOf(theirs);
  return (
    <div className={styles['words']} role="alert">
      <p className={controls['warning']}>{words.conflict.text}</p>
      <dl className={styles['pair']}>
        {linesOf(mine)
          .flatMap(([label, own], index) => [
            { label: words.conflict.mine({ label }), text: own, other: stored[index]?.[1] },
            { label: words.conflict.theirs({ label }), text: stored[index]?.[1], other: own },
          ])
          .filter(({ text, other }) => text !== other)
          .map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
      </dl>
      <div className={controls['row']}>
        <SmallButton label={words.conflict.keepMine} onClick={onMine} />
        <SmallButton label={words.conflict.takeTheirs} onClick={onTheirs} />
      </div>
    </div>
  );
}

/** Returns each part of a mailing with its name, always in the same order. */
const linesOf = ({ audience, words: all }: MailingContent): [label: string, value: string][] => [
  [words.audience, audience.types.map((type) => words.types[type]).join(', ')],
  [words.withState, audience.states.map((state) => listWords.states[state]).join(', ')],
  [words.languages, audience.languages.join(', ') || words.allLanguages],
  ...LANGUAGES.flatMap((language): [string, string][] => {
    const { subject = '', text = '', link = null } = all[language] ?? {};
    const name = languageName(language);
    return [
      [`${words.subject} (${name})`, subject],
      [`${words.text} (${name})`, text],
      [`${words.label} (${name})`, link?.label ?? ''],
      [`${words.url} (${name})`, link?.url ?? ''],
    ];
  }),
];
