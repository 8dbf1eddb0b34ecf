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
 * Hands a form's texts over when the page must be loaded anew (client/src/site/start/start.ts), also while the form is not
 * on screen. Call it once a form.
 *
 * @param read returns what is in the form at the moment
 */
export function keepDraft(form: string, read: () => Drafts[string]) {
  if (typeof window === 'undefined') return;
  addEventListener('drafts:keep', ({ detail }) => {
    detail[form] = read();
  });
}

/** Returns what was typed into this form of the page that this one replaces, the first time that it is called. */
export function takeDraft(form: string): Drafts[string] | undefined {
  if (typeof window === 'undefined') return undefined;
  const taken: Drafts = { [form]: {} };
  dispatchEvent(new CustomEvent('drafts:take', { detail: taken }));
  return taken[form];
}
