import { useState } from 'react';

/** Returns whether keys of one letter work, which this browser remembers, and a function that turns them on or off. */
export function useKeys(): [hasKeys: boolean, setHasKeys: (hasKeys: boolean) => void] {
  const [hasKeys, setHasKeys] = useState(() => remembered() !== 'off');
  return [
    hasKeys,
    (next) => {
      setHasKeys(next);
      remembered(next ? 'on' : 'off');
    },
  ];
}

/** Stores a value if there is one, and returns what is stored. A browser that may store nothing throws. */
function remembered(value?: string): string | null {
  try {
    if (value) localStorage.setItem('growth-keys', value);
    return localStorage.getItem('growth-keys');
  } catch {
    return null;
  }
}
