import type { ComponentProps } from 'react';

/**
 * A field that no person meets: not drawn, so out of reach of keyboards, screen readers and the browser's autofill,
 * and named after nothing that is filled in for people. Password managers are told to pass it by. What fills in every
 * field that it finds fills in this one too.
 */
export const trapField: ComponentProps<'input'> = {
  type: 'text',
  name: 'homepage',
  hidden: true,
  tabIndex: -1,
  autoComplete: 'off',
  ...{ 'data-1p-ignore': '', 'data-bwignore': '', 'data-lpignore': 'true' },
};

/** Milliseconds after the page was opened before which nobody has read it and filled in the form. */
const MIN_OPEN_MS = 3_000;

/**
 * Whether a form may be sent. One that is quicker than a person waits until it is not: whoever really is that quick
 * loses a moment and nothing else. The trap is emptied, so that somebody whom it caught in error may try again.
 * docs/decisions/015-traps-for-bots.md
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
