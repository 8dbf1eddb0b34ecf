import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `act`. A signal meanwhile removes what it has written so far, and ends the process. */
export async function removeOnSignal<T>(remove: () => void, act: () => Promise<T>): Promise<T> {
  const stop = (signal: NodeJS.Signals) => {
    remove();
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await act();
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
