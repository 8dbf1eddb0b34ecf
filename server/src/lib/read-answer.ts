/** What an answer of another server may have at most. */
const MAX_BYTES = 1_000_000;

export class AnswerTooLong extends Error {
  override name = 'AnswerTooLong';
}

/**
 * Reads an answer of another server as text, up to a limit: nobody else decides how much memory this process needs. Its
 * caller limits the time.
 *
 * @throws AnswerTooLong, or another error when the answer breaks off
 */
export async function readAnswer(response: Response, maxBytes = MAX_BYTES): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new AnswerTooLong(`the answer is longer than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Returns undefined for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
