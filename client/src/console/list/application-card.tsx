import type { ReactNode } from 'react';
import type { SignupRow } from '#shared/growth';
import { nameOfLanguage } from '#shared/value-name';
import { cx } from '../../ui/cx.ts';
import { formatMinute } from '../charts/format-axis.ts';
import { useConsole } from '../console-data.ts';
import { keep, useKept } from '../session/kept.ts';
import { DecidedState, deliveryTexts } from '../signups/address-state.tsx';
import blocks from '../ui/block.module.css';
import controls from '../ui/controls.module.css';
import { Check, LabelledInput } from '../ui/inputs.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { commonWords, listWords } from '../words/console-messages.ts';
import styles from './application-desk.module.css';
import { stateOf } from './application-page.ts';

const words = listWords.applications;
const states = listWords.states;

export interface Action {
  /** Where its label changes, so that it stays the same button. */
  name?: string;
  key: string;
  /** Shown in place of its label. */
  sign?: string;
  label: string;
  isOff: boolean;
  isMain?: boolean | undefined;
  act(): void;
}

/** Each application has its own note. */
export const noteKeyOf = (id: string | undefined) => `note/${id}`;

/** Buttons that say their keys. */
export const ActionButtons = ({ actions }: { actions: readonly Action[] }) => (
  <div className={styles['actions']}>
    {actions.map(({ name, sign, key, label, act, isOff, isMain }) => (
      <SmallButton
        key={name ?? label}
        className={cx(isMain && controls['solid'])}
        label={sign ?? label}
        aria-label={sign && label}
        aria-keyshortcuts={key || undefined}
        aria-disabled={isOff || undefined}
        onClick={() => !isOff && act()}
      />
    ))}
  </div>
);

interface CardProps {
  signup: SignupRow;
  zone: string;
  decisions: readonly Action[];
  undo: Action;
  turns: readonly Action[];
}

/** The application that is shown. The name, and whether to tell, stay for the next one. */
export function ApplicationCard({ signup, zone, decisions, undo, turns }: CardProps) {
  const { sendsMail, person } = useConsole();
  const name = useKept<string>('own/name') ?? '';
  const noteKey = noteKeyOf(signup.id);
  const tells = useKept<string>('own/tells') !== null;
  const state = stateOf(signup);
  const { decidedBy, decidedAt: at, toldAt } = signup;
  const by = decidedBy ? words.decided({ state: states[state], by: decidedBy }) : states[state];
  const decided = [by, at && formatMinute(at, zone), toldAt && words.told];
  return (
    <article className={styles['card']} aria-live="polite">
      <header>
        <div>
          <div className={styles['turns']}>
            <ActionButtons actions={turns} />
          </div>
          <h2 dir="auto">{signup.name}</h2>
          <p className={blocks['quiet']} dir="auto">
            {signup.email}
          </p>
          <p className={blocks['quiet']}>
            {state !== 'waiting' && (
              <DecidedState state={state}>{decided.filter(Boolean).join(' · ')}</DecidedState>
            )}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Safari scrolls by keys only what has one */}
          <blockquote aria-label={words.useCase} dir="auto" tabIndex={0}>
            {signup.useCase}
          </blockquote>
        </div>
        <div className={styles['entry']}>
          <LabelledInput
            label={words.note}
            value={useKept<string>(noteKey) ?? ''}
            maxLength={500}
            onChange={(value) => keep(noteKey, value)}
          />
          {!person && (
            <LabelledInput
              label={words.by}
              value={name}
              maxLength={100}
              autoComplete="name"
              onChange={(value) => keep('own/name', value)}
            />
          )}
        </div>
        <div className={styles['decide']}>
          <ActionButtons actions={[...decisions.slice(0, -1), undo]} />
          <div className={styles['decide']}>
            <ActionButtons actions={decisions.slice(-1)} />
            {sendsMail && state !== 'declined' && (
              <Check
                label={words.tell}
                checked={tells}
                onChange={(next) => keep('own/tells', next ? 'on' : '')}
              />
            )}
          </div>
        </div>
      </header>
      {sendsMail && signup.confirmedAt === null && (
        <p className={blocks['quiet']}>{words.unconfirmed}</p>
      )}
      {deliveryTexts(signup).map((text) => (
        <p key={text} className={controls['warning']}>
          {text}
        </p>
      ))}
      <dl className={styles['facts']}>
        {factsOf(signup, zone).map(
          ([name, fact]) =>
            fact && (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{fact}</dd>
              </div>
            ),
        )}
      </dl>
    </article>
  );
}

/** What else an application says. */
function factsOf(signup: SignupRow, zone: string): [string, ReactNode][] {
  const { language, invitedAt, redeemedAt } = signup;
  return [
    [words.channel, signup.youtubeChannel],
    [words.applied, formatMinute(signup.createdAt, zone)],
    [commonWords.by.language, language && nameOfLanguage(language)],
    [words.invited, invitedAt && formatMinute(invitedAt, zone)],
    [words.used, redeemedAt && formatMinute(redeemedAt, zone)],
    [words.noted, signup.note],
  ];
}
