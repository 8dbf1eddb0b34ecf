import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What is being written at the moment. */
const unfinished = new Set<() => void>();

function stop(signal: NodeJS.Signals) {
  for (const remove of unfinished) remove();
  process.exit(128 + constants.signals[signal]);
}

/** Runs `act`. A signal meanwhile removes what it has written so far, and ends the process. One may run within another. */
export async function removeOnSignal<T>(remove: () => void, act: () => Promise<T>): Promise<T> {
  if (unfinished.size === 0) for (const signal of SIGNALS) process.on(signal, stop);
  unfinished.add(remove);
  try {
    return await act();
  } finally {
    unfinished.delete(remove);
    if (unfinished.size === 0) for (const signal of SIGNALS) process.off(signal, stop);
  }
}
