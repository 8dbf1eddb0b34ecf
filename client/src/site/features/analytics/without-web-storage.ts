/**
 * Import this first. posthog-js tries localStorage out while it loads, by writing to it, whatever its
 * settings say. Where there is none it keeps to memory, and this site stores nothing but the consent
 * cookie: so until `giveBack` there is none.
 */
const NAMES = ['localStorage', 'sessionStorage'] as const;

const taken = NAMES.map((name) => {
  const own = Object.getOwnPropertyDescriptor(window, name);
  Object.defineProperty(window, name, { configurable: true, value: undefined });
  return [name, own] as const;
});

export function giveBack() {
  for (const [name, own] of taken) {
    if (own) Object.defineProperty(window, name, own);
    else Reflect.deleteProperty(window, name);
  }
}
