import type { MissingCode } from '../../ui/load-code.ts';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

export interface RecoveryDeps {
  /** The page's entry script, as its HTML names it: another build names another one. */
  entry: string;
  /** Returns this page's HTML as it is served now. Rejects when there is no answer. */
  fetchPage(): Promise<string>;
  /** Resolves after a delay in milliseconds, or sooner when the network is back. */
  wait(ms: number): Promise<unknown>;
  /** True when the page was loaded by a reload, or holds text that another one would lose. */
  mustStay(): boolean;
  reload(): void;
  /** Shows the notice with the link. */
  tell(): void;
}

/**
 * The one policy for code that could not be loaded, the entry included:
 *
 * 1. Wait until the site answers. Without an answer, neither another try nor a reload can help.
 * 2. The same build is still served: one request was lost, so try once more.
 * 3. Another build is served, or the second try has failed: reload, once. An older browser remembers a
 *    failed import for as long as the page lives (whatwg/html#10327), so it would never try again.
 * 4. The page is already a reloaded one, or somebody has typed into it: say so, with a link.
 */
export function createRecovery(deps: RecoveryDeps) {
  async function askForPage(): Promise<string> {
    let page = '';
    for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)) {
      page = await deps.fetchPage().catch(() => '');
      // While the site restarts, a proxy may answer with a page of its own.
      if (page.includes('data-modules')) return page;
      await deps.wait(waitMs);
    }
  }

  return async ({ load, optional, giveUp }: MissingCode): Promise<void> => {
    const page = await askForPage();
    if (page.includes(deps.entry)) {
      try {
        return await load();
      } catch {
        // A content blocker refuses the code of analytics, and would refuse it after a reload too.
        if (optional) return giveUp();
        await askForPage();
      }
    }
    if (!deps.mustStay()) deps.reload();
    else if (optional) giveUp();
    else deps.tell();
  };
}
