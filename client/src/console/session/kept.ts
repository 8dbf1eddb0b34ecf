import { useMemo, useSyncExternalStore } from 'react';

/**
 * What somebody types stays in this browser until it is saved: beyond another view, a reload, the end of the session, an upgrade
 * of the page and the end of the tab. Signing out deletes it, because the next person at this machine may be another one.
 * The browser that refuses this storage refuses the cookie of the session, too.
 */
const PREFIX = 'growth:';
/** What people say of themselves, or can read off the page. Nobody misses it, so signing out does not ask. */
const OWN = `${PREFIX}own/`;

const read = (key: string) => localStorage.getItem(PREFIX + key);
const parse = <Value>(text: string | null): Value | null => JSON.parse(text ?? 'null');
const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));

function subscribe(onChange: () => void) {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}

const isEmpty = (value: unknown) => Object.values(Object(value)).join('') === '';

/** Keeps a text, or an object of texts, under a key. An empty one is forgotten. */
export function keep(key: string, value: unknown) {
  if (isEmpty(value)) localStorage.removeItem(PREFIX + key);
  else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  dispatchEvent(new Event('storage')); // the browser tells the other tabs only
}

export const readKept = <Value>(key: string) => parse<Value>(read(key));

/** Forgets what is saved now, unless something else was typed meanwhile. */
export function forget(key: string, saved: unknown) {
  if (read(key) === JSON.stringify(saved)) keep(key, null);
}

/** Returns what is kept under a key now; null for nothing. */
export function useKept<Value>(key: string): Value | null {
  const text = useSyncExternalStore(subscribe, () => read(key));
  return useMemo(() => parse<Value>(text), [text]);
}

/** Returns whether something was typed that is not saved. */
export const holdsTyped = () => keys().some((key) => !key.startsWith(OWN));

export function forgetAll() {
  for (const key of keys()) localStorage.removeItem(key);
}
