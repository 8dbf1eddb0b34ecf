/** Shown in place of a page in which something has failed. */
export const failedContent = {
  heading: 'Something went wrong on this page',
  text: 'The error happened on your device. Nothing about it was sent to anyone.',
  link: 'Load it again',
};
