import type { LogLevel } from './config.ts';

type Fields = Record<string, string | number | boolean | null>;

/** One line an entry. Never personal data: no address of a person or a client, no user agent, no body. */
export type Log = Record<LogLevel, (message: string, fields?: Fields) => void>;

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

export interface LogOptions {
  level: LogLevel;
  now(): number;
  write(line: string): void;
}

/** JSON lines for what a machine collects as well as for the eye. */
export function createLog({ level, now, write }: LogOptions): Log {
  const at = (own: LogLevel) => (message: string, fields?: Fields) => {
    if (LEVELS.indexOf(own) < LEVELS.indexOf(level)) return;
    write(JSON.stringify({ time: new Date(now()).toISOString(), level: own, message, ...fields }));
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/**
 * For what every request may run into at once: the same warning at most once in `everyMs`; `times` says how often
 * it was meant since the last line.
 */
export function warnSparsely(
  { log, now }: { log: Log; now(): number },
  message: string,
  everyMs = 5_000,
) {
  let saidAt = Number.NEGATIVE_INFINITY;
  let times = 0;
  return (fields: Fields) => {
    times += 1;
    if (now() - saidAt < everyMs) return;
    log.warn(message, { ...fields, times });
    saidAt = now();
    times = 0;
  };
}

/**
 * An error as log fields: where it happened, not what it says, because messages of parsers and
 * drivers quote the input.
 */
export function errorFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return { error: error.name, code, at: frames.slice(0, 8).join(' ').trim() };
}
