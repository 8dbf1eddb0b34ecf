/** Texts that were typed into forms, by the form's name and the field's name. */
export type Drafts = Record<string, Readonly<Record<string, string>>>;

declare global {
  interface WindowEventMap {
    /** Asks every form for what was typed into it. */
    'drafts:keep': CustomEvent<Drafts>;
    /** Asks the start script for what was typed into the page that this one replaces. */
    'drafts:take': CustomEvent<Drafts>;
  }
}

/**
 * Keeps a form's texts when the page must be loaded again (client/src/site/start/start-page.ts), even while the form is not on
 * screen. Call it once for each form.
 *
 * @param read returns the texts that are in the form now
 */
export function keepDraft(form: string, read: () => Drafts[string]) {
  if (typeof window === 'undefined') return;
  addEventListener('drafts:keep', ({ detail }) => {
    detail[form] = read();
  });
}

/** Returns the texts typed into this form on the page that this one replaces. Only the first call returns them. */
export function takeDraft(form: string): Drafts[string] | undefined {
  if (typeof window === 'undefined') return undefined;
  const taken: Drafts = { [form]: {} };
  dispatchEvent(new CustomEvent('drafts:take', { detail: taken }));
  return taken[form];
}
