/** Shown in place of a page in which something has failed. */
export const failedContent = {
  heading: 'This page has failed',
  text: 'Something on it went wrong on your device. Nothing about it was sent to anybody.',
  link: 'Load it again',
};
