/**
 * Import this first. While posthog-js loads, it tests localStorage by writing to it, whatever its
 * settings say. Without localStorage it keeps to memory. This site stores nothing but the consent
 * cookie, so web storage is hidden until `giveBack`.
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
