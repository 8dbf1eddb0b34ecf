import type { SignupRow } from '#shared/growth';
import { formatMinute } from '../charts/format-axis.ts';
import { growthText } from '../console-words.ts';
import { listWords } from '../list/list-words.ts';
import { AddressState } from './address-state.tsx';
import { growthSignups as words } from './signup-words.ts';
import styles from './signups-table.module.css';

interface SignupsTableProps {
  /** Times are shown in this time zone. */
  zone: string;
  signups: readonly SignupRow[];
  onDelete(signup: SignupRow): void;
  /** Says what became of another message. */
  onAsked(message: string): void;
}

export function SignupsTable({ signups, zone, onDelete, onAsked }: SignupsTableProps) {
  const { table } = words;
  const at = table.at(growthText.range.place(zone));
  return (
    <table className={styles['signups']}>
      <caption className="visually-hidden">{table.caption}</caption>
      <thead>
        <tr>
          {[table.name, table.email, table.type, table.channel, table.useCase, at].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">{table.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {signups.map((signup) => (
          <tr key={signup.id}>
            <th scope="row">{signup.name}</th>
            <td>
              {signup.email}
              <AddressState signup={signup} onAsked={onAsked} />
            </td>
            <td>
              <span className={styles['type']} data-type={signup.signupType}>
                {words.types[signup.signupType]}
              </span>
              {signup.signupType === 'beta' && (
                <small className={styles['state']}>
                  {listWords.states[signup.decision ?? 'waiting']}
                  {signup.redeemedAt !== null
                    ? `, ${words.redeemed}`
                    : signup.invitedAt !== null && `, ${words.invited}`}
                </small>
              )}
            </td>
            <td data-label={table.channel} data-none={signup.youtubeChannel === null}>
              {signup.youtubeChannel ?? '–'}
            </td>
            <td data-label={table.useCase} data-none={signup.useCase === null}>
              <UseCase text={signup.useCase} />
            </td>
            <td className={styles['time']}>{formatMinute(signup.createdAt, zone)}</td>
            <td>
              <details className={styles['menu']} name="signup">
                <summary aria-label={table.menu(signup.name)}>⋯</summary>
                <button
                  type="button"
                  aria-label={words.delete(signup.name)}
                  onClick={() => onDelete(signup)}
                >
                  {words.confirm.delete}
                </button>
              </details>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows one line of text, and the rest on request. */
const SHORT = 60;

function UseCase({ text }: { text: string | null }) {
  if (text === null) return '–';
  if (text.length <= SHORT) return text;
  return (
    <details>
      <summary aria-label={words.more}>{text.slice(0, SHORT).trimEnd()}…</summary>
      <p>{text}</p>
    </details>
  );
}
