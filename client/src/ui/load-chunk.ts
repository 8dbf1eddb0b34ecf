/** Code that could not be loaded, as the start script is told of it. */
export interface MissingChunk {
  /** Tries again. Rejects when that fails too. */
  load(): Promise<void>;
  /** The page is complete without it, so its absence is neither shown nor a reason to reload. */
  optional: boolean;
  /** Called at most once, for optional code only: it is not tried again. */
  giveUp(): void;
}

declare global {
  interface WindowEventMap {
    'chunk:missing': CustomEvent<MissingChunk>;
    /** Asks the start script to load this address from the server. */
    'page:leave': CustomEvent<string>;
  }
}

/**
 * Loads code by a dynamic import. When that fails, the start script decides what happens, for all chunks
 * alike (client/src/site/start/recovery.ts): it loads the code later or reloads the page. Rejects only for
 * optional code, and where no start script runs: in tests and in development.
 */
export async function loadChunk<Module>(
  load: () => Promise<Module>,
  { optional = false } = {},
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    return new Promise((resolve, reject) => {
      const detail: MissingChunk = {
        // Vite asks for a chunk's stylesheet once in a page: the next try would come without it.
        load: () => (isStyles(error) ? Promise.reject(error) : load().then(resolve)),
        optional,
        giveUp: () => reject(error),
      };
      const isUnheard = dispatchEvent(
        new CustomEvent('chunk:missing', { detail, cancelable: true }),
      );
      if (isUnheard) reject(error);
    });
  }
}

/** Loads a page from the server, because its code cannot be had. What was typed goes along, and an outcome is waited for. */
export function leaveFor(href: string) {
  const event = new CustomEvent('page:leave', { detail: href, cancelable: true });
  if (dispatchEvent(event)) location.assign(href); // no start script: in tests and in development
}

const isStyles = (error: unknown) => error instanceof Error && /preload CSS/.test(error.message);
