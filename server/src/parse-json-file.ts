import { plainText } from './plain-text.ts';
import { printable } from './printable.ts';
import { StartError } from './start-error.ts';

/**
 * Parses the text of a JSON file that a self-hoster edits. A key `__proto__` is refused, because schemas do not see it.
 *
 * @throws StartError with one line
 */
export function parseJsonFile(text: string, file: string): unknown {
  try {
    return JSON.parse(plainText(text, file), (key, value) => {
      if (key === '__proto__')
        throw new StartError(printable(`${file} has a key "__proto__"; remove it`));
      return value;
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    const why = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : '';
    throw new StartError(
      printable(`${file} is not JSON: ${why}; look for a missing quote or comma`),
    );
  }
}
