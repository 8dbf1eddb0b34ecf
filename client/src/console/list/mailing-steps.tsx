import { Dot } from '../ui/dot.tsx';
import { listWords } from '../words/console-messages.ts';
import styles from './mailings.module.css';

export type Step = 'write' | 'try' | 'send';

interface StepsProps {
  steps: readonly (readonly [step: Step, label: string, says: string, isDone: boolean])[];
  current: Step;
  onChange(step: Step): void;
}

/** The way of a draft to its readers: which step is shown, what is done, and what is missing. */
export const MailingSteps = ({ steps, current, onChange }: StepsProps) => (
  <ol className={styles['steps']} aria-label={listWords.mailings.stepsLabel}>
    {steps.map(([step, label, says, isDone]) => (
      <li key={step}>
        <button
          type="button"
          aria-current={step === current ? 'step' : undefined}
          onClick={() => onChange(step)}
        >
          <Dot state={isDone ? 'done' : step === current ? 'on' : 'off'} />
          <b>{label}</b>
          <small>{says}</small>
        </button>
      </li>
    ))}
  </ol>
);
