/** After so long without an answer, in milliseconds, the visitor is told that the deletion failed and may try again. */
const MAX_WAIT_MS = 60_000;

/** Asks for, or deletes, what is held under the consent cookie's id. Returns null when that failed. */
export async function askMyData<Answer>(method: 'GET' | 'DELETE'): Promise<Answer | null> {
  // A deletion is a withdrawal: it must arrive though the visitor closes the page right after the press.
  const deletion = () => ({ signal: AbortSignal.timeout(MAX_WAIT_MS), keepalive: true });
  try {
    const response = await fetch('/api/my-data', {
      method,
      ...(method === 'DELETE' && deletion()),
    });
    return response.ok ? ((await response.json()) as Answer) : null;
  } catch {
    return null;
  }
}
