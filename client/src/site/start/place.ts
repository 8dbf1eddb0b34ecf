import type { Drafts } from '../drafts.ts';

/** The visitor's place and typed texts, for the page that replaces this one. */
interface Place {
  top: number;
  /** Each field that is not empty or has the focus: the form's position in the page, the field's name and value. */
  fields: [form: number, name: string, value: string][];
  /** The field that had the focus, by its position in `fields`. */
  focused: number;
  /** The open tab of the signup form. */
  tab: string | null;
  /** The button pressed last, by its position among the repeatable ones; -1 for none. */
  pressed: number;
}

/** The state of one entry of the session history. Only the next page of the same entry reads it. */
interface State {
  place?: Place;
  /** The texts typed into forms, including those of other pages. */
  drafts?: Drafts;
  /** A link led here, so its hash says where in the page. */
  byLink?: boolean;
  reloaded?: true;
}

const readState = () => history.state as State | null;

/** True in a page that replaced one without its code. It must not reload once more. */
export const hasReloaded = () => readState()?.reloaded === true;

/** Returns the buttons that are safe to press twice, because they only open something. */
const repeatable = () => [...document.querySelectorAll<HTMLElement>('#root [data-again]')];

const isTextField = (control: Element) =>
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement && !/^(password|hidden|checkbox|radio)$/.test(control.type));

/**
 * Writes the place into the history entry's state, which the next page of this entry reads. It is part
 * of the browser's session like the address and the scroll position, not a store of the site's own;
 * the next page takes it out again.
 */
export function keepPlace(pressed: Element | null) {
  // A tab that was pressed before its code had come is not open yet.
  const tab =
    pressed?.closest<HTMLElement>('[role="tab"]') ??
    document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
  const place: Place = {
    top: scrollY,
    fields: [],
    focused: -1,
    tab: tab?.dataset['type'] ?? null,
    pressed: repeatable().indexOf(pressed?.closest('[data-again]') as HTMLElement),
  };
  for (const [index, form] of [...document.forms].entries()) {
    for (const control of form.elements) {
      const { name, value } = control as HTMLInputElement;
      const isFocused = control === document.activeElement;
      if (!isTextField(control) || !name || !(value || isFocused)) continue;
      if (isFocused) place.focused = place.fields.length;
      place.fields.push([index, name, value]);
    }
  }
  const state: State = { ...readState(), place, drafts: askForDrafts(), reloaded: true };
  history.replaceState(state, '');
}

/** Makes this the tab's address and writes what was typed into its history entry, for the page that is loaded there. */
export function keepDrafts(href: string) {
  const byLink = href !== location.href;
  const state: State = { drafts: askForDrafts(), byLink };
  const method = byLink ? 'pushState' : 'replaceState';
  // The router watches `history.pushState`: told of it, it would render the page whose code is missing.
  History.prototype[method].call(history, state, '', href);
  // Otherwise the reload would restore the place in the page that the link is on, at any time until its load event.
  if (byLink) history.scrollRestoration = 'manual';
}

/** Returns whether somebody has typed something into a form, on screen or on another page, that is not sent yet. */
export const holdsText = () =>
  Object.values(askForDrafts()).some((texts) => Object.values(texts).join('')) ||
  [...document.querySelectorAll('form *')].some(
    (field) => isTextField(field) && (field as HTMLInputElement).value,
  );

function askForDrafts(): Drafts {
  const drafts: Drafts = {};
  dispatchEvent(new CustomEvent('drafts:keep', { detail: drafts }));
  return drafts;
}

/** Returns what the page before this one wrote, and takes it out of the history entry. */
export function takePlace(): Pick<State, 'place' | 'drafts' | 'byLink'> {
  const { place, drafts, byLink, ...rest } = readState() ?? {};
  if (place || drafts) history.replaceState(rest, '');
  return { ...(place && { place }), ...(drafts && { drafts }), ...(byLink && { byLink }) };
}

/**
 * Restores the place in a page that is complete but not yet hydrated. Hydration takes over what is in the
 * fields. Returns the button to press again.
 */
export function returnTo({ top, fields, focused, pressed }: Place): HTMLElement | undefined {
  for (const [index, [form, name, value]] of fields.entries()) {
    const control = document.forms[form]?.elements.namedItem(name);
    if (!(control instanceof HTMLElement) || !isTextField(control)) continue;
    (control as HTMLInputElement).value = value;
    if (index === focused) control.focus({ preventScroll: true });
  }
  scrollTo({ top, behavior: 'instant' });
  return repeatable()[pressed];
}
