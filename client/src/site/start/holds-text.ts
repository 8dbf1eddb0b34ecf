const FIELDS = 'textarea, input:not([type="hidden"], [type="checkbox"], [type="radio"])';

/** Returns whether somebody has typed something into a form, on screen or on another page, that is not sent yet. */
export const holdsText = () =>
  !dispatchEvent(new Event('text:lose', { cancelable: true })) ||
  [...document.querySelectorAll<HTMLInputElement>(`form :is(${FIELDS})`)].some(
    ({ value }) => value,
  );
