/** Opens a channel between tabs; undefined in Firefox while all cookies are blocked, when the tabs share nothing anyway. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
