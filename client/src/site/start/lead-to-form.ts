/** The delay in milliseconds between a request for a tab and the focus of the name field (specification, section 9). */
const FOCUS_DELAY_MS = 500;
/** The pause in milliseconds before a form is looked for again: after a navigation its code may be on its way. */
const AGAIN_MS = 100;

let timer: ReturnType<typeof setTimeout>;

/**
 * Leads a visitor who asks for a tab to the name field. It needs only the served page: on a slow phone the form's code may
 * be seconds away. An event with a `detail` asks for the tab alone.
 */
const lead = ({ detail }: Event & { detail?: unknown }) => {
  if (detail) return;
  const before = document.activeElement;
  scrollToForm();
  clearTimeout(timer);
  timer = setTimeout(focus, FOCUS_DELAY_MS);
  function focus() {
    const field = findName();
    if (!field && document.getElementById('signup')) timer = setTimeout(focus, AGAIN_MS);
    const active = document.activeElement;
    // A visitor who is already typing keeps the focus, or the rest of a word would land in another field.
    if (active === before || !active?.matches('#signup form *'))
      field?.focus({ preventScroll: true });
  }
};
addEventListener('signup:notifyme', lead);
addEventListener('signup:beta', lead);

const findName = () => document.querySelector<HTMLElement>('#signup [name="name"]');

/** Scrolls once: to the section or, where the field would then be too low, to the field. */
function scrollToForm() {
  const [section, field] = [document.getElementById('signup'), findName()];
  const [top = 0, bottom = 0] = [
    section?.getBoundingClientRect().top,
    field?.getBoundingClientRect().bottom,
  ];
  if (bottom - top > innerHeight * 0.75) field?.scrollIntoView({ block: 'center' });
  else section?.scrollIntoView();
}

/** Asks for the tab of a pressed button, before anything is loaded or computed. Returns its name. */
export function askForTab(target: Partial<Element>): string | undefined {
  const tab = target.closest?.<HTMLElement>('[data-signup]')?.dataset['signup'];
  if (!tab || !document.getElementById('signup')) return undefined;
  dispatchEvent(new Event(`signup:${tab}`));
  return tab;
}
