import type { ComponentProps } from 'react';

/**
 * A hidden trap field. It is not drawn, so keyboards, screen readers and the browser's autofill do not reach it, and
 * its name matches nothing that people fill in. Password managers are told to skip it. A bot that fills in every
 * field fills in this one too.
 */
export const trapField: ComponentProps<'input'> = {
  type: 'text',
  name: 'homepage',
  hidden: true,
  tabIndex: -1,
  autoComplete: 'off',
  ...{ 'data-1p-ignore': '', 'data-bwignore': '', 'data-lpignore': 'true' },
};

/** The shortest time, in milliseconds since the page was opened, in which a person can read it and fill in the form. */
const MIN_OPEN_MS = 3_000;

/**
 * Returns whether a form may be sent. A form that is filled in faster than a person can waits until that time is over; a
 * person who really is that quick loses only a moment. The trap is emptied, so that a person caught by mistake can try
 * again. docs/decisions/015-traps-for-bots.md
 */
export async function passesBotCheck(form: HTMLFormElement | null): Promise<boolean> {
  const trap = form?.elements.namedItem('homepage');
  if (trap instanceof HTMLInputElement && trap.value !== '') {
    trap.value = '';
    return false;
  }
  const early = MIN_OPEN_MS - performance.now();
  if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
  return true;
}
