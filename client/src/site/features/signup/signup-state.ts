import { FormApi, revalidateLogic } from '@tanstack/react-form';
import { flushSync } from 'react-dom';
import { cleanAddress } from '#shared/email-address';
import { type SignupForm, type SignupType, signupFormSchema } from '#shared/signups';
import type { Words } from '../../content/languages.ts';
import { guardDraft } from '../../drafts.ts';
import { changeOutcomes } from '../../outcomes.ts';
import type { Ports, ToastMessage } from '../../ports.ts';
import { passesBotCheck } from './bot-check.ts';
import { emailDomain, type Failure, type FormOutcome, submitSignup } from './submit-signup.ts';

/** What takes the focus after an outcome. */
export const SUCCESS_ID = 'signup-success';
export const DUPLICATE_ID = 'signup-duplicate';

/** Time in milliseconds after which a message that has not come may be asked for again, the first one too. */
export const PATIENCE_MS = 60_000;

const EMPTY = { name: '', email: '', youtubeChannel: '', useCase: '' };
type TextField = keyof typeof EMPTY;

/** The values that the form on screen passes with a submission. */
interface Submission extends Pick<Ports, 'track'> {
  element: HTMLFormElement;
  publicKey: string;
  /** Whether a message asks for a confirmation. */
  asksByMail: boolean;
  showToast(message: ToastMessage): void;
  /** Takes away what was said about the latest try. */
  beginTry(): void;
  setFailure(failure: Failure): void;
  /** Said to those who have joined the waitlist. */
  welcome: string;
  toasts: Words['signup']['signupContent']['toasts'];
}

const SCHEMAS = { notifyme: signupFormSchema('notifyme'), beta: signupFormSchema('beta') };

/** Whether the texts can be sent as they are. */
export function isComplete(): boolean {
  const { values } = signupForm.state;
  return SCHEMAS[values.type].safeParse(values).success;
}

/** The tab that was sent last. Only one signup runs at a time. */
let sentTab: SignupType | null = null;
export const isSending = (type: SignupType): boolean =>
  signupForm.state.isSubmitting && sentTab === type;

export function submit(type: SignupType, submission: Submission) {
  sentTab = type;
  void signupForm.handleSubmit(submission);
}

/** Lets the browser ask before it leaves the page. Without the page the visitor would not learn the outcome. */
const askToStay = (event: Event) => event.preventDefault();

/**
 * The only signup form, for both tabs. It stays in memory when the visitor leaves its page, so the open tab and the texts
 * are the same after the return, and only one signup runs at a time.
 */
export const signupForm = new FormApi({
  defaultValues: { ...EMPTY, type: 'notifyme' as SignupType },
  validationLogic: revalidateLogic({ mode: 'submit', modeAfterSubmission: 'change' }),
  validators: {
    onDynamic: ({ value, formApi }) => formApi.parseValuesWithSchema(SCHEMAS[value.type] as never), // it says nothing of the tab
  },
  onSubmitMeta: {} as Submission,
  async onSubmit({ value, meta, formApi }) {
    const { element, publicKey, track, showToast, beginTry, setFailure } = meta;
    const { type } = value;
    beginTry();
    const pressed = document.activeElement;
    const values = SCHEMAS[type].parse(value);
    keepInPlace(() => changeOutcomes(() => ({ duplicate: null }))); // while the press excuses it
    addEventListener('beforeunload', askToStay);
    const answer = (await passesBotCheck(element))
      ? await submitSignup(type, values, publicKey)
      : 'error';
    removeEventListener('beforeunload', askToStay);
    const isFailed = answer !== 'success' && answer !== 'duplicate';
    const outcome = isFailed ? 'error' : answer;
    track('form_submit', {
      form_type: type,
      event_label: outcome,
      email_domain: emailDomain(values.email),
    });
    const message = messageFor(outcome, type, meta);
    if (isFailed) setFailure(answer);
    // Before a receipt has the focus, so that Tab leads from there to the form and not to the message, and hides it when seen.
    flushSync(() => showToast(message));
    if (outcome === 'success') {
      adoptFields();
      const next = { ...formApi.state.values };
      // A text that the visitor has changed since then is another signup's.
      for (const name of Object.keys(EMPTY) as TextField[])
        if (cleanAddress(next[name]) === cleanAddress(value[name])) next[name] = '';
      keepInPlace(() => {
        formApi.reset(next);
        changeOutcomes(({ success, isSignedUp }) => ({
          success: {
            type,
            sent: values,
            code: meta.asksByMail ? 'awaited' : null,
            again: { count: 0, at: Date.now() + PATIENCE_MS },
            number: (success?.number ?? 0) + 1,
          },
          isSignedUp: meta.asksByMail ? isSignedUp : { ...isSignedUp, [type]: true },
        }));
      });
      const heading = document.getElementById(SUCCESS_ID);
      moveFocus(pressed, heading);
      return;
    }
    if (outcome === 'duplicate') {
      keepInPlace(() => changeOutcomes(() => ({ duplicate: type })));
      moveFocus(pressed, document.getElementById(DUPLICATE_ID));
    }
  },
  onSubmitInvalid() {
    // After the messages are in place, so that the field is read with its own.
    requestAnimationFrame(() => {
      const field = shown?.querySelector<HTMLElement>('[aria-invalid]');
      field?.focus({ preventScroll: true });
      // The focus alone would not end a running smooth scroll to the button.
      field?.scrollIntoView({ block: 'center' });
    });
  },
});

guardDraft(() => ({ ...signupForm.state.values, type: '' }));

/** @param isAside whether the form is asked for, where the tab has a receipt in its place */
export function openTab(type: SignupType, isAside: boolean) {
  adoptFields(); // before its form is replaced, it renders once more and would empty them
  signupForm.setFieldValue('type', type);
  changeOutcomes(({ success }) => ({
    success: success && { ...success, isAside },
    duplicate: null,
  }));
}

/** Puts what was sent back into the form, for another address. What was typed since stays. */
export function changeAddress(type: SignupType, sent: SignupForm) {
  openTab(type, true);
  const { values } = signupForm.state;
  for (const name of Object.keys(EMPTY) as TextField[])
    if (name === 'email' || values[name] === '') signupForm.setFieldValue(name, sent[name] ?? '');
  onceDrawn(() => {
    const field = shown?.querySelector<HTMLInputElement>('[name="email"]');
    field?.select();
    field?.focus({ preventScroll: true });
    showTabs();
  });
}

/** From the first form on, the texts are kept here and not in the served form. */
let hasBegun = false;
/** The form on screen, if any. */
let shown: HTMLFormElement | null = null;
/** The name of the field that had the focus when the other tab's form replaced its own. */
let focused = '';

/** Scrolls the tabs to a little below the header, or the message under it. */
function showTabs() {
  const [tabs, message] = ['#signup [role="tablist"]', '[aria-live]'].map((place) =>
    document.querySelector(place)?.getBoundingClientRect(),
  );
  if (tabs && message) scrollBy(0, tabs.top - message.bottom - 40);
}

/** Makes a change above the form, or in its place. The end of a tab in view stays where it is: the page scrolls along. */
export function keepInPlace(change: () => void) {
  const panel = shown?.parentElement;
  const before = panel?.getBoundingClientRect();
  flushSync(change);
  if (panel && before && before.top < innerHeight)
    scrollBy({ top: panel.getBoundingClientRect().bottom - before.bottom, behavior: 'instant' });
}

/**
 * Moves the focus to an answer, and then scrolls to it. A visitor who has moved on since the press keeps the focus.
 *
 * @param from what had the focus at the press
 * @param block where in the window it is then; without it, the tabs are at the top
 */
export function moveFocus(
  from: Element | null,
  place: HTMLElement | null,
  block?: ScrollLogicalPosition,
) {
  const { activeElement, body } = document;
  if (activeElement !== body && activeElement !== from) return;
  place?.focus({ preventScroll: true });
  // In one frame with a change above the form, the scroll would count as a jump of the page.
  onceDrawn(() => (block ? place?.scrollIntoView({ block }) : showTabs()));
}

/** Calls back once the next frame is drawn. */
export function onceDrawn(callback: () => void) {
  requestAnimationFrame(() => setTimeout(callback));
}

/** Adopts what is in the fields. Password managers fill them in without an event, or with one that React ignores. */
export function adoptFields() {
  for (const control of shown?.elements ?? []) {
    const { name, value } = control as HTMLInputElement;
    if (isTextField(name) && value !== signupForm.state.values[name])
      signupForm.setFieldValue(name, value);
  }
}

const isTextField = (name: string): name is TextField => name in EMPTY;

/**
 * Adopts the text that was typed into the served page before its code arrived, and removes all messages: those of the
 * other tab or of an earlier visit are not about this form. Returns a function that keeps what is in the fields.
 */
export function beginForm(element: HTMLFormElement, served: HTMLFormElement | null) {
  const typed: Partial<Record<TextField, string>> = {};
  const before = hasBegun ? [] : [...(served?.elements ?? []), ...element.elements];
  hasBegun = true;
  shown = element;
  for (const control of before) {
    const { name, value } = control as HTMLInputElement;
    if (isTextField(name) && value !== '') typed[name] = value;
  }
  const { values, isSubmitting } = signupForm.state;
  // While a signup is being sent there are no messages, and a reset would allow a second one.
  if (!isSubmitting) signupForm.reset({ ...values, ...typed });
  dispatchEvent(new Event('signup:form')); // client/src/site/start/lead-to-form.ts
  if (focused)
    element.querySelector<HTMLElement>(`[name="${focused}"]`)?.focus({ preventScroll: true });
  return () => {
    adoptFields();
    shown = null;
    focused = element.querySelector(':focus')?.getAttribute('name') ?? '';
    queueMicrotask(() => {
      focused = '';
    });
  };
}

export function messageFor(
  outcome: FormOutcome,
  type: SignupType,
  { asksByMail, welcome, toasts }: Pick<Submission, 'asksByMail' | 'welcome' | 'toasts'>,
): ToastMessage {
  const { success, duplicate, error, mail } = toasts;
  if (outcome === 'success') {
    const { title } = success[type];
    const text = type === 'beta' ? success.beta.text : welcome;
    return { kind: type, title, text: asksByMail ? `${text} ${mail}` : text };
  }
  return outcome === 'duplicate' ? { kind: 'neutral', ...duplicate } : { kind: 'error', ...error };
}
