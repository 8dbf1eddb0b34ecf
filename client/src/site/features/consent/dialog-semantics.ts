/*
 * Adds what the library's dialogs lack for people who use a keyboard or a screen reader. The library's last release is
 * 3.1.0; docs/decisions/004 lists what its main branch has changed since and which of those changes are made here.
 */

/**
 * Makes the banner a region of the page. It takes neither the focus nor the Tab key, so the role of a dialog would be
 * wrong: the site works with the question unanswered.
 */
export function behaveAsBanner(banner: HTMLElement): void {
  banner.setAttribute('role', 'region');
  banner.removeAttribute('aria-modal');
  banner.addEventListener('keydown', (event) => event.key === 'Tab' && event.stopPropagation());
  banner.querySelector('[data-role="show"]')?.setAttribute('aria-haspopup', 'dialog');
  removeFocusTarget(banner);
}

export type ModalDialog = ReturnType<typeof behaveAsDialog>;

export function behaveAsDialog(dialog: HTMLElement) {
  removeFocusTarget(dialog);
  for (const icon of dialog.querySelectorAll('svg')) icon.setAttribute('aria-hidden', 'true');
  const title = dialog.querySelector<HTMLElement>('.pm__title');
  if (title) {
    title.tabIndex = -1;
    title.addEventListener('keydown', (event) => {
      if (event.key !== 'Tab' || !event.shiftKey) return;
      // The library traps the Tab key in the dialog, except from an element that Tab does not reach.
      event.preventDefault();
      [...dialog.querySelectorAll('button')].at(-1)?.focus();
    });
  }
  // The library closes the dialog on Escape. The event is marked as handled, or Escape would also dismiss a message.
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && event.preventDefault());
  const category = dialog.querySelector<HTMLElement>('.pm__section-title');
  if (category) {
    category.click(); // the library collapses the only category; this opens its explanation for good
    category.outerHTML = `<h3 class="pm__section-title">${category.innerHTML}</h3>`;
  }

  let opener: Element | null = null;
  let hidden: Element[] = [];

  return {
    /** Called when the dialog is visible: moves the focus to its title, and hides the rest of the page from screen readers. */
    opened() {
      opener = document.activeElement;
      title?.focus();
      // Not inert: that restyles the whole page twice, 70 ms each on a slow phone. The library itself keeps the Tab key in the
      // dialog, and its overlay the pointer.
      hidden = besides(dialog).filter((element) => !element.hasAttribute('aria-hidden'));
      for (const element of hidden) element.setAttribute('aria-hidden', 'true');
    },
    /** Called when the dialog has closed: returns the focus. */
    closed() {
      for (const element of hidden) element.removeAttribute('aria-hidden');
      hidden = [];
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
  };
}

/**
 * Stops the library from focusing an empty element, which it does twice. Screen readers announce nothing there, and a
 * visitor who was faster loses the focus.
 */
function removeFocusTarget(dialog: HTMLElement) {
  dialog.querySelector(':scope > [tabindex="-1"]')?.remove();
}

/** Returns all elements of the page that neither contain the given one nor are inside it. */
function besides(element: Element): Element[] {
  const parent = element.parentElement;
  if (!parent || element === document.body) return [];
  return [...parent.children].filter((child) => child !== element).concat(besides(parent));
}
