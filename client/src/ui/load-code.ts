/** The event's detail for the start script: code that could not be loaded. */
export interface MissingCode {
  /** Tries again. Rejects when that fails too. */
  load(): Promise<void>;
  /** True if the page is complete without it. Its absence is then neither shown nor a reason to reload. */
  optional: boolean;
  /** Stops trying and rejects. Called at most once, for optional code only. */
  giveUp(): void;
}

declare global {
  interface WindowEventMap {
    'code:missing': CustomEvent<MissingCode>;
    /** Asks the start script whether the page may go. It cancels the event when the visitor wants to keep what was typed. */
    'page:leave': Event;
  }
}

/**
 * Loads code by a dynamic import. If that fails, the start script decides for all code alike
 * (client/src/site/start/recovery.ts): it loads the code later or reloads the page. Rejects only for
 * optional code, and where no start script runs: in tests and in development.
 */
export async function loadCode<Module>(
  load: () => Promise<Module>,
  { optional = false } = {},
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    return new Promise((resolve, reject) => {
      const detail: MissingCode = {
        // Vite requests a file's stylesheet once per page: the next try would come without it.
        load: () => (isStyles(error) ? Promise.reject(error) : load().then(resolve)),
        optional,
        giveUp: () => reject(error),
      };
      const isUnheard = dispatchEvent(
        new CustomEvent('code:missing', { detail, cancelable: true }),
      );
      if (isUnheard) reject(error);
    });
  }
}

/** Loads a page from the server, because its code cannot be loaded. Asks before what was typed is lost. */
export function leaveFor(href: string) {
  if (!dispatchEvent(new Event('page:leave', { cancelable: true }))) return;
  if (href === location.href) location.reload();
  else location.assign(href);
}

const isStyles = (error: unknown) => error instanceof Error && /preload CSS/.test(error.message);
