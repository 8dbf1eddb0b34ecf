import * as CookieConsent from 'vanilla-cookieconsent';
import type { ConsentSource } from '#shared/consents';
import type { EventContext } from '#shared/events';
import { CONSENT_COOKIE } from '#shared/limits';
import { type Language, prefixOf } from '#shared/site-languages';
import { loadCode } from '../../../ui/load-code.ts';
import { opensElsewhere } from '../../../ui/opens-elsewhere.ts';
import type { Words } from '../../content/languages.ts';
import type { ConsentView } from '../../ports.ts';
import { behaveAsBanner, behaveAsDialog, type ModalDialog } from './dialog-semantics.ts';
import { whenUnseen } from './when-unseen.ts';
import './consent-dialogs.css';

export interface ConsentDialogsOptions {
  /** Returns the current text and revision, which may change while the page is open. */
  question(): Pick<Words['consent'], 'labels'> & {
    text: { language: Language } & ReturnType<Words['consent']['consentParts']>;
    revision: number;
  };
  get(): ConsentView;
  decide(analytics: boolean, source: ConsentSource): void;
  /** Imports what tells where a visit is, for its record, which somebody may look at before the choice. */
  importAnalytics(): Promise<{ pageContext(language: Language): EventContext }>;
  newId(): string;
}

export type ConsentDialogs = ReturnType<typeof createConsentDialogs>;

/**
 * Uses vanilla-cookieconsent only to draw the dialogs. Its own handlers for *Details* and for the three decisions never run: the latter
 * would create an id even for a refusal, and they compare with a memory that goes stale when another tab decides.
 * Each click goes to our store instead, which writes the cookie in the library's format.
 */
export function createConsentDialogs(options: ConsentDialogsOptions) {
  // First in the page, so that the keyboard reaches the banner before the content.
  const root = document.createElement('div');
  document.body.prepend(root);
  root.addEventListener('click', onClick, true);
  root.addEventListener('toggle', fillRecord, true);
  // The library would make the settings when the pointer comes near, which on a phone is at the press.
  root.addEventListener('mouseenter', (event) => event.stopPropagation(), true);
  /** The element that had the focus before a dialog took it. */
  let cameFrom: EventTarget | null = null;
  root.addEventListener('focusin', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && root.contains(relatedTarget))) cameFrom = relatedTarget;
  });
  /** The revision that the library was started with, if any. */
  let running: number | undefined;
  /** The choice that the switch was last set to. */
  let wasGranted = false;
  const isGranted = () => options.get().status === 'granted';

  function onClick(event: MouseEvent) {
    const target = event.target as Partial<Element>;
    // Closes the settings, which would cover the page that the link leads to.
    if (target.closest?.('.pm a')) CookieConsent.hidePreferences();
    if (target.closest?.('[data-record]') && !opensElsewhere(event)) {
      event.preventDefault();
      return showSettings(true);
    }
    const button = target.closest?.<HTMLElement>('[data-role]');
    const role = button?.dataset['role'];
    if (role === 'show') {
      event.stopPropagation();
      return showSettings();
    }
    if (!button || (role !== 'all' && role !== 'necessary' && role !== 'save')) return;
    event.stopPropagation();
    // The second click of a double click arrives when the dialog is already closed.
    if (button.closest('.cm, .pm')?.getAttribute('aria-hidden') === 'true') return;
    const source = button.closest('.cm') ? 'banner' : 'preferences';
    const analytics = role === 'all' || (role === 'save' && analyticsToggle()?.checked === true);
    CookieConsent.hidePreferences();
    hideBanner();
    options.decide(analytics, source);
  }

  let isOpening = false;
  /** Shows the settings from the question, unless that is answered meanwhile, here or in another tab. */
  function showSettings(withRecord = false) {
    if (isOpening) return;
    isOpening = true;
    next(async () => {
      await afterPaint();
      isOpening = false;
      if (options.get().status !== 'unknown') return;
      CookieConsent.showPreferences();
      if (!withRecord) return;
      const record = root.querySelector<HTMLDetailsElement>('.pm details');
      if (record) record.open = true;
      record?.querySelector('summary')?.focus();
    });
  }

  /** Shows what would be stored of this visit. It is made for the eye only: nothing of it is sent or kept. */
  async function fillRecord({ target }: Event) {
    const { open, lastElementChild: place } = target as HTMLDetailsElement;
    if (!open || !place?.matches('pre')) return;
    const { text } = options.question();
    const [{ pageContext }, { recordOfVisit }] = await loadCode(() =>
      Promise.all([options.importAnalytics(), import('./stored-record.ts')]),
    );
    const record = recordOfVisit(pageContext(text.language), options.newId);
    place.textContent = JSON.stringify(record, null, 2);
  }

  /**
   * Returns the focus to the field that the visitor is in or came from, else to the page's first focusable
   * element. The library would return it to the element that had it when the banner appeared, or lose it.
   */
  function hideBanner() {
    const wasAsking = isAsking();
    const active = document.activeElement;
    CookieConsent.hide();
    if (!wasAsking) return;
    let next: EventTarget | null = active;
    // Another tab may answer while the settings are open here: they keep the focus.
    if (root.contains(active) && !active?.closest('.pm[aria-hidden="false"]')) {
      const isThere = cameFrom instanceof Node && cameFrom.isConnected;
      next = isThere ? cameFrom : document.querySelector('#root a[href]');
    }
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  const isAsking = () => root.querySelector('.cm[aria-hidden="false"]') !== null;

  function analyticsToggle() {
    return root.querySelector<HTMLInputElement>('.section__toggle[value="analytics"]');
  }

  /** Leads to the page where the choice can be made without the dialog. */
  function leadToPage() {
    CookieConsent.hidePreferences();
    const link = document.createElement('a');
    link.href = `${prefixOf(options.question().text.language)}/cookies#choice`;
    document.body.append(link);
    link.click(); // followed within the application
    link.remove();
  }

  /** By the library's name of a dialog that is open: stops watching it. */
  const stops: Record<string, (() => void) | undefined> = {};
  /** @param element undefined once the dialog is closed or removed */
  function watch(name: string, element?: Element) {
    stops[name]?.();
    stops[name] = element && whenUnseen(element, name === 'consentModal' ? hideBanner : leadToPage);
  }

  /** The library starts asynchronously, so each step waits for the previous one. */
  let steps = Promise.resolve();
  function next(step: () => void | Promise<void>) {
    steps = steps.then(step).catch(() => {}); // a failed step must not block the next ones
  }

  async function run() {
    if (running !== undefined) {
      // A dialog that is removed while open would still trap the Tab key.
      CookieConsent.hidePreferences();
      watch('consentModal');
      CookieConsent.reset();
    }
    const question = options.question();
    running = question.revision;
    wasGranted = isGranted();
    await CookieConsent.run(configuration(question, root, watch));
  }

  return {
    /** Shows the banner while the question is open, hides it once any tab has answered, and sets the switch. */
    sync() {
      next(async () => {
        const toggle = analyticsToggle();
        // Another tab may have changed the choice that open settings would save.
        if (toggle && isGranted() !== wasGranted) toggle.checked = wasGranted = isGranted();
        const open = options.get().status === 'unknown';
        if (open && running !== options.question().revision) await run();
        if (open) CookieConsent.show(true);
        else if (running !== undefined) hideBanner();
      });
    },
    openPreferences() {
      next(async () => {
        await afterPaint();
        // Built again, so that the switch shows the current choice, not the one that the library remembers.
        if (!isAsking()) await run();
        CookieConsent.showPreferences();
      });
    },
  };
}

function configuration(
  { text, labels, revision }: ReturnType<ConsentDialogsOptions['question']>,
  root: Element,
  watch: (name: string, element?: Element) => void,
): CookieConsent.CookieConsentConfig {
  let preferences: ModalDialog | undefined;
  const modals: Record<string, Element> = {};
  const link = (path: string, name: string, attributes = '') =>
    `<a href="${prefixOf(text.language)}${path}"${attributes}>${name}</a>`;
  const { record: recordText, links } = labels;
  const allLinks = [
    link('/cookies', text.policyLink),
    link('/privacy', links.privacy),
    link('/impressum', links.imprint),
  ].join(' ');
  // Opened elsewhere, it is the list of all fields.
  const recordLink = link(
    '/cookies#analytics',
    recordText.title,
    ' data-record aria-haspopup="dialog"',
  );
  const rows = [...text.information, ...text.recorded].map(
    (words, at) => `<dt>${labels.rows[at] ?? text.reject}</dt><dd>${escapeHtml(words)}</dd>`,
  );
  const record = `<details><summary>${recordText.title}</summary><p>${recordText.note}</p><pre dir="ltr"></pre></details>`;
  return {
    root,
    revision,
    mode: 'opt-in',
    autoShow: false,
    manageScriptTags: false,
    autoClearCookies: false,
    // By default the library hides from navigator.webdriver too. Tests must see the page that visitors see.
    hideFromBots: false,
    cookie: { name: CONSENT_COOKIE },
    onModalReady({ modal, modalName }) {
      modals[modalName] = modal;
      if (modalName === 'consentModal') behaveAsBanner(modal);
      else preferences = behaveAsDialog(modal);
    },
    onModalShow({ modalName }) {
      if (modalName === 'preferencesModal') preferences?.opened();
      watch(modalName, modals[modalName]);
    },
    onModalHide({ modalName }) {
      if (modalName === 'preferencesModal') preferences?.closed();
      watch(modalName);
    },
    categories: { analytics: {} },
    language: {
      default: text.language,
      translations: {
        [text.language]: {
          consentModal: {
            title: text.title,
            description: `<details><summary>${labels.more}</summary>${escapeHtml(text.description)} <p>${allLinks} ${recordLink}</p></details>`,
            acceptAllBtn: text.accept,
            acceptNecessaryBtn: text.reject,
            showPreferencesBtn: text.manage,
          },
          preferencesModal: {
            title: text.preferencesTitle,
            acceptAllBtn: text.accept,
            acceptNecessaryBtn: text.reject,
            savePreferencesBtn: text.save,
            closeIconLabel: labels.close,
            sections: [
              {
                title: text.analyticsTitle,
                description: `<dl>${rows.join('')}</dl>${record}<p>${allLinks}</p>`,
                linkedCategory: 'analytics',
              },
            ],
          },
        },
      },
    },
  };
}

/** The library takes HTML, and a company may be called anything. */
const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Waits until the browser has shown what has changed: what follows takes long on a slow machine. Two frames, because what the
 * first one drew shows when the second one begins.
 */
const afterPaint = async () =>
  document.hidden ||
  new Promise((shown) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(shown))),
  );
