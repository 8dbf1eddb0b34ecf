/** Whether the browser opens the link elsewhere: in another tab or window, or as a file. */
export const opensElsewhere = (
  event: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
) => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
