import type { ComponentProps } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Frame } from '../../content/languages.ts';
import { useOutcomes } from '../../outcomes.ts';

interface SignupButtonProps extends Omit<ComponentProps<typeof Button>, 'variant' | 'label'> {
  action: Frame['callsToAction'][number];
}

/** The button of one path to sign up. After a signup on that path its dot is a check, and its name says why. */
export function SignupButton({ action, ...rest }: SignupButtonProps) {
  const { type, variant, label, done } = action;
  const isDone = useOutcomes().isSignedUp[type] ?? false;
  return (
    <Button
      {...rest}
      variant={variant}
      label={label}
      done={isDone}
      aria-label={isDone ? `${label}: ${done}` : undefined}
    />
  );
}
