import type { MailingContent } from '#shared/list';
import { LANGUAGES } from '#shared/site-languages';
import controls from '../ui/controls.module.css';
import { SmallButton } from '../ui/small-button.tsx';
import { listWords } from '../words/console-messages.ts';
import styles from './mailings.module.css';
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
    <section aria-label={words.conflict.heading} className={styles['words']} role="alert">
      <p className={styles['warning']}>{words.conflict.text}</p>
      <dl className={styles['versions']}>
        {linesOf(mine).map(
          ([label, own], index) =>
            own !== stored[index]?.[1] && (
              <div key={label}>
                <dt>{label}</dt>
                <dd dir="auto">
                  <small>{words.conflict.mine}</small>
                  {own}
                </dd>
                <dd dir="auto">
                  <small>{words.conflict.theirs}</small>
                  {stored[index]?.[1]}
                </dd>
              </div>
            ),
        )}
      </dl>
      <div className={controls['row']}>
        <SmallButton label={words.conflict.keepMine} onClick={onMine} />
        <SmallButton label={words.conflict.takeTheirs} onClick={onTheirs} />
      </div>
    </section>
  );
}

/** Returns each part of a mailing with its name, always in the same order. */
function linesOf({ audience, words: all }: MailingContent): [label: string, value: string][] {
  const { types, states, languages } = audience;
  return [
    [words.audience, types.map((type) => words.types[type]).join(', ')],
    [words.withState, states.map((state) => listWords.states[state]).join(', ')],
    [words.languages, languages.join(', ') || words.allLanguages],
    ...LANGUAGES.flatMap((language) => {
      const { subject = '', text = '', link = null } = all[language] ?? {};
      const parts: [label: string, value: string][] = [
        [words.subject, subject],
        [words.text, text],
        [words.label, link?.label ?? ''],
        [words.url, link?.url ?? ''],
      ];
      return parts.map(([part, value]): [string, string] => [
        `${part} (${languageName(language)})`,
        value,
      ]);
    }),
  ];
}
