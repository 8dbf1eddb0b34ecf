import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { plainText } from '../lib/plain-text.ts';
import { readWhole } from '../lib/read-whole.ts';
import { StartError } from '../lib/start-error.ts';

/** A setting with an unusable value. The message is one line that names the setting and what is expected. */
export class ConfigError extends StartError {
  override name = 'ConfigError';
}

/** What a setting may be. */
export interface Expectation {
  expected: string;
  example: string;
  /** Its value is never printed. */
  secret?: boolean;
  /** It is a URL that may hold a password. */
  mayHoldPassword?: boolean;
}

/** @throws StartError if there is a `.env` file that cannot be read */
export function readEnvironment(root: string): Record<string, string | undefined> {
  const file = join(root, '.env');
  return { ...(existsSync(file) && readEnvFile(file)), ...process.env };
}

function readEnvFile(file: string) {
  const bytes = readWhole(file, 'a text file with lines like PORT=3000, or no file');
  const text = plainText(bytes.toString(), file).replace(/\r\n?/g, '\n');
  refuseLostLines(text, file);
  return parseEnv(text);
}

/** A setting, with all lines of a value in quotes. */
const SETTING = /^[ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`)?.*$/gm;

/** A setting whose value is in quotes and ends with them. */
const WHOLE =
  /^[ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`)[ \t]*(?:#.*)?$/gm;

/** Names the first line that Node's parser would drop, or cut at a `#`, without a word. */
function refuseLostLines(text: string, file: string) {
  const blank = (setting: string) => setting.replace(/.+/g, '');
  const lines = text.replace(SETTING, blank).split('\n');
  const lost = lines.findIndex((line) => /^\s*[^\s#]/.test(line));
  if (lost >= 0) {
    throw new ConfigError(
      `line ${lost + 1} of ${file} is not a setting; expected NAME=value, e.g. PORT=3000, or # before a comment`,
    );
  }
  const unquoted = text.replace(WHOLE, blank).split('\n');
  const cut = unquoted.findIndex((line) => /^[^#=]*=\s*[^\s"'`#]+#/.test(line));
  if (cut >= 0) {
    throw new ConfigError(
      `line ${cut + 1} of ${file} has # in a value, where it begins a comment; expected %23 for it in an address, quotes around another value, or a blank before a comment`,
    );
  }
  const odd = unquoted.findIndex((line) => /^[^#=]*=\s*["'`]/.test(line));
  if (odd >= 0) {
    throw new ConfigError(
      `line ${odd + 1} of ${file} has a quote without its other half, or something behind it; expected NAME="value"`,
    );
  }
}
