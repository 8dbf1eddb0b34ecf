export interface Progress {
  /** Draws how much is done, where there is somebody to see it. */
  show(done: number, all: number): void;
  clear(): void;
}

const WIDTH = 30;
const PAUSE_MS = 100;

/** A bar on a terminal's error channel, so that what is printed can be piped; nothing anywhere else. */
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
