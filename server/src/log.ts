import { type DestinationStream, destination, pino } from 'pino';
import type { LogLevel } from './config.ts';

type Fields = Record<string, string | number | boolean | null | undefined>;

/** One line an entry. Never personal data: no address of a person or a client, no user agent, no body, no query. */
export type Log = Record<LogLevel, (message: string, fields?: Fields) => void> & {
  /** Whether lines of that level are written at all; for what would cost something to gather. */
  isEnabled(level: LogLevel): boolean;
};

export interface LogOptions {
  level: LogLevel;
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Gets whole lines, each with its end. */
  to: DestinationStream;
}

/** JSON lines for what a machine collects as well as for the eye. What is undefined in `fields` is left out. */
export function createLog({ level, now, to }: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: null, // neither process id nor host name: whoever collects lines knows where from
      timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    to,
  );
  // The message among the fields, so that it stands before them: pino's own comes last in the line.
  const at = (own: LogLevel) => (message: string, fields?: Fields) =>
    logger[own]({ message, ...fields });
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    isEnabled: (own) => logger.isLevelEnabled(own),
  };
}

/** Written before the call returns: nothing is lost however the process ends, and at `info` there are few lines. */
export const openStderr = (): DestinationStream => destination({ dest: 2, sync: true });

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
