/*
 * What the library's dialogs lack for people who use a keyboard or a screen reader. The library's last release is
 * 3.1.0; docs/decisions/004 lists what its main branch has changed since and what of it is done here.
 */

/**
 * Makes the question a region of the page. It takes neither the focus nor the Tab key, so a dialog would be a wrong
 * promise: the site works with the question unanswered.
 */
export function behaveAsBanner(banner: HTMLElement): void {
  banner.setAttribute('role', 'region');
  banner.removeAttribute('aria-modal');
  banner.addEventListener('keydown', (event) => event.key === 'Tab' && event.stopPropagation());
  banner.querySelector('[data-role="show"]')?.setAttribute('aria-haspopup', 'dialog');
  removeFocusTarget(banner);
}

export interface ModalDialog {
  /** The dialog is in sight: moves the focus to its title and hides all else from everybody. */
  opened(): void;
  /** The dialog is gone: gives the focus back. */
  closed(): void;
}

export function behaveAsDialog(dialog: HTMLElement): ModalDialog {
  removeFocusTarget(dialog);
  for (const icon of dialog.querySelectorAll('svg')) icon.setAttribute('aria-hidden', 'true');
  const title = dialog.querySelector<HTMLElement>('.pm__title');
  if (title) {
    title.tabIndex = -1;
    title.addEventListener('keydown', (event) => {
      if (event.key !== 'Tab' || !event.shiftKey) return;
      // The library keeps the Tab key in the dialog, except from an element that Tab does not reach.
      event.preventDefault();
      [...dialog.querySelectorAll('button')].at(-1)?.focus();
    });
  }
  // The library closes it. The page is told that the key has done its work, or a message would go with it.
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && event.preventDefault());
  const category = dialog.querySelector<HTMLElement>('.pm__section-title');
  if (category) {
    const heading = document.createElement('h3');
    category.replaceWith(heading);
    heading.append(category);
    category.click(); // the one category is explained at once; the library folds it away
  }

  let opener: Element | null = null;
  let hidden: Element[] = [];
  return {
    opened() {
      opener = document.activeElement;
      // Not from the dialog itself: a click beside it, on the overlay, must still close it.
      hidden = besides(dialog.closest('.pm-wrapper') ?? dialog).filter(
        (element) => !element.hasAttribute('inert'),
      );
      for (const element of hidden) element.setAttribute('inert', '');
      title?.focus();
    },
    closed() {
      for (const element of hidden) element.removeAttribute('inert');
      hidden = [];
      if (opener instanceof HTMLElement) opener.focus();
    },
  };
}

/** The library focuses an empty element, twice, which says nothing and takes the focus from a visitor who was faster. */
function removeFocusTarget(dialog: HTMLElement) {
  dialog.querySelector(':scope > [tabindex="-1"]')?.remove();
}

/** Returns all elements of the page that neither hold the given one nor are in it. */
function besides(element: Element): Element[] {
  const parent = element.parentElement;
  if (!parent || element === document.body) return [];
  return [...parent.children].filter((child) => child !== element).concat(besides(parent));
}
