/** Asks for, or deletes, what is held under the consent cookie's id. Returns null when that failed. */
export async function askMyData<Answer>(method: 'GET' | 'DELETE'): Promise<Answer | null> {
  try {
    const response = await fetch('/api/my-data', { method });
    return response.ok ? ((await response.json()) as Answer) : null;
  } catch {
    return null;
  }
}
