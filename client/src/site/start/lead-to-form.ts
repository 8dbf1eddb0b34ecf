/** The delay in milliseconds between a request for a tab and the focus of the name field (specification, section 9). */
const FOCUS_DELAY_MS = 500;

/** The section whose name field is to have the focus. */
let section: HTMLElement | null;
/** What had the focus at the request. */
let before: Element | null;
/** From when on the field may have the focus; 0 once it does. */
let due = 0;
let timer: ReturnType<typeof setTimeout>;

/**
 * Leads a visitor who asks for a tab to the name field. It needs only the served page: on a slow phone the form's code may
 * be seconds away. An event with a `detail` asks for the tab alone.
 */
const lead = ({ detail, timeStamp }: Event & { detail?: unknown }) => {
  if (detail) return;
  section = document.getElementById('signup');
  before = document.activeElement;
  scrollToForm();
  focusAfter(timeStamp);
};
addEventListener('signup:notifyme', lead);
addEventListener('signup:beta', lead);
// A busy phone runs the timer later: what is typed by then is for the field, too. After a navigation the form comes later.
addEventListener('keydown', focus, true);
addEventListener('signup:form', focus);

function focusAfter(time: number) {
  due = time + FOCUS_DELAY_MS;
  clearTimeout(timer);
  timer = setTimeout(focus, due - performance.now());
}

function focus(event?: Event & { key?: string }) {
  const field = findName();
  const typesNothing = event?.key?.[1]; // keys such as Tab have longer names
  if (!due || !field || (event && event.timeStamp < due) || typesNothing) return;
  due = 0;
  const active = document.activeElement as HTMLElement;
  // A visitor who has gone on to another control, or is already typing, keeps that focus. Headings are focused by script.
  if (active === before || active.tabIndex < 0) field.focus({ preventScroll: true });
}

const findName = () => section?.querySelector<HTMLElement>('[name=name]');

/** Scrolls once: to the section or, where the field would then be too low, to the field. */
function scrollToForm() {
  const field = findName();
  const [top = 0, bottom = 0] = [
    section?.getBoundingClientRect().top,
    field?.getBoundingClientRect().bottom,
  ];
  if (bottom - top > innerHeight * 0.75) field?.scrollIntoView({ block: 'center' });
  else section?.scrollIntoView();
}

/** Asks for the tab of a pressed button, before anything is loaded or computed. Returns its name. */
export function askForTab(target: Partial<Element>, pressedAt: number): string | undefined {
  const tab = target.closest?.<HTMLElement>('[data-signup]')?.dataset['signup'];
  if (!tab || !document.getElementById('signup')) return undefined;
  dispatchEvent(new Event(`signup:${tab}`));
  focusAfter(pressedAt); // a busy phone handles a press later
  return tab;
}
