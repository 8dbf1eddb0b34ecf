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

/** A setting, with all lines of a value in quotes, as Node's parser reads it whole: it drops other lines, and cuts a value at a `#`. */
const SETTING =
  /^[ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*(?:(?:"[^"]*"|'[^']*'|`[^`]*`)?[ \t]*(?:#.*)?|[^\s"'`#][^#\n]*(?:(?<=[ \t])#.*)?)$/gm;

function refuseLostLines(text: string, file: string) {
  const lines = text.replace(SETTING, (setting) => setting.replace(/.+/g, '')).split('\n');
  const lost = lines.findIndex((line) => /^\s*[^\s#]/.test(line));
  if (lost < 0) return;
  throw new ConfigError(
    `line ${lost + 1} of ${file} is not a setting; expected NAME=value or NAME="value", with # only in quotes (in an address: %23), or after a blank before a comment`,
  );
}
