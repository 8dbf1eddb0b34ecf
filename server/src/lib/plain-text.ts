import { printable } from './printable.ts';
import { StartError } from './start-error.ts';

/**
 * Returns the text of a file that a self-hoster edits without its byte order mark, which Windows Notepad writes.
 *
 * @throws StartError for UTF-16, which other Windows programs write
 */
export function plainText(text: string, file: string): string {
  if (!text.includes('\0')) return text.replace(/^\ufeff/, '');
  throw new StartError(
    printable(`${file} is not in UTF-8, but perhaps in UTF-16; save it as UTF-8`),
  );
}
