import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Page } from './application-page.ts';

/**
 * Writes which application is shown into the address, if it is another one than the address means, and scrolls to it:
 * its row and, last, its heading, because nobody must decide about somebody unread.
 *
 * @param named by the address; empty for the first one of the page
 */
export function useFollowed(
  page: Page,
  named: string,
  desk: RefObject<HTMLElement | null>,
  write: (id: string) => void,
) {
  const follow = useEffectEvent((id: string) => {
    if (id !== (named || page.rows[0]?.id)) write(id);
  });
  const shown = useRef(page);
  useEffect(() => {
    const before = shown.current;
    shown.current = page;
    // What a page shows at first may be in place of what the address names.
    const isTurn = before.place === page.place && before.current !== page.current;
    if (!isTurn || !before.current || !page.current) return;
    follow(page.current);
    for (const part of ['[aria-current]', 'header'])
      desk.current?.querySelector(part)?.scrollIntoView({ behavior: 'instant', block: 'nearest' });
  }, [page, desk]);
}
