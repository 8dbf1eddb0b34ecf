export interface Progress {
  /** Shows how much is done, if standard error is a terminal. */
  show(done: number, all: number): void;
  clear(): void;
}

const WIDTH = 30;
const PAUSE_MS = 100;

/** Draws a progress bar on standard error if that is a terminal, so that standard output can be piped. */
export function createProgress(
  stream: { isTTY?: boolean; write(text: string): unknown },
  now: () => number = performance.now.bind(performance),
): Progress {
  let drawnAt = now();
  let isDrawn = false;
  return {
    show(done, all) {
      if (!stream.isTTY || now() - drawnAt < PAUSE_MS) return;
      drawnAt = now();
      isDrawn = true;
      const share = all === 0 ? 1 : done / all;
      const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░');
      stream.write(`\r${bar} ${String(Math.floor(share * 100)).padStart(3)} %`);
    },
    clear() {
      if (isDrawn) stream.write('\r\x1b[K');
      isDrawn = false;
    },
  };
}
