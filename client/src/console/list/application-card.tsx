import type { SignupRow } from '#shared/growth';
import { cx } from '../../ui/cx.ts';
import { useConsole } from '../console-data.ts';
import { keep, useKept } from '../session/kept.ts';
import { DeliveryButton, deliveryTexts } from '../signups/delivery-button.tsx';
import controls from '../ui/controls.module.css';
import { Check, LabelledInput } from '../ui/inputs.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { listWords } from '../words/console-messages.ts';
import styles from './application-desk.module.css';
import { ApplicationFacts } from './application-facts.tsx';

const words = listWords.applications;

export interface Action {
  name: string;
  key: string;
  label: string;
  isOff: boolean;
  isMain?: boolean | undefined;
  act(): void;
}

/** Each application has its own note. */
export const noteKeyOf = (id: string | undefined) => `note/${id}`;

interface ActionsProps {
  actions: readonly Action[];
  /** Whether those that are off are not shown. */
  hides?: boolean;
}

/** Buttons that say their keys. */
export function ActionButtons({ actions, hides = false }: ActionsProps) {
  const hasKeys = useKept<string>('own/keys') !== 'off';
  return (
    <div className={styles['actions']} data-hides={hides}>
      {actions.map(({ name, key, label, act, isOff, isMain }) => (
        <SmallButton
          key={name}
          className={cx(isMain && controls['solid'])}
          label={label}
          aria-keyshortcuts={(hasKeys && key) || undefined}
          aria-disabled={isOff || undefined}
          onClick={() => !isOff && act()}
        />
      ))}
    </div>
  );
}

interface CardProps {
  signup: SignupRow;
  zone: string;
  decisions: readonly Action[];
  turns: readonly Action[];
  /** Whether those who are declined are told, and what changes that. */
  tells: boolean;
  onTells(tells: boolean): void;
  /** Called with what came of a press. */
  onDone(message: string): void;
}

/** The application that is shown. The name, and whether to tell, stay for the next one. */
export function ApplicationCard({ signup, zone, decisions, turns, ...props }: CardProps) {
  const { sendsMail } = useConsole();
  const noteKey = noteKeyOf(signup.id);
  const hasKeys = useKept<string>('own/keys') !== 'off';
  const warnings = deliveryTexts(signup);
  if (sendsMail && signup.confirmedAt === null) warnings.unshift(words.unconfirmed);
  return (
    <article className={styles['card']} aria-live="polite">
      <header>
        <div>
          <h2 dir="auto">{signup.name}</h2>
          <p>
            <span dir="auto">{signup.email}</span>
            {sendsMail && <DeliveryButton signup={signup} onDone={props.onDone} />}
          </p>
        </div>
        <ActionButtons actions={decisions} hides />
      </header>
      {warnings.map((text) => (
        <p key={text} className={styles['warning']}>
          {text}
        </p>
      ))}
      <ApplicationFacts signup={signup} zone={zone} />
      <div className={styles['entry']}>
        <LabelledInput
          label={words.note}
          value={useKept<string>(noteKey) ?? ''}
          maxLength={500}
          onChange={(value) => keep(noteKey, value)}
        />
        <LabelledInput
          label={words.by}
          value={useKept<string>('own/name') ?? ''}
          maxLength={100}
          autoComplete="name"
          onChange={(value) => keep('own/name', value)}
        />
        {sendsMail && <Check label={words.tell} checked={props.tells} onChange={props.onTells} />}
        <Check
          label={words.keys}
          checked={hasKeys}
          onChange={(next) => keep('own/keys', next ? '' : 'off')}
        />
      </div>
      <footer>
        <p>{words.undoHint}</p>
        <ActionButtons actions={turns} />
      </footer>
    </article>
  );
}
