import { type DestinationStream, destination, pino } from 'pino';
import { within } from './within.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

type Fields = Record<string, string | number | boolean | null | undefined>;

/**
 * One line for each entry. Never personal data: no address of a person or a client, no user agent, no body, no query.
 */
export type Log = Record<LogLevel, (message: string, fields?: Fields) => void> & {
  /** Returns whether lines of that level are written, for values that are costly to collect. */
  isEnabled(level: LogLevel): boolean;
};

export interface LogOptions {
  level: LogLevel;
  /** Receives whole lines, each with its line feed. */
  to: DestinationStream;
  now(): number;
}

/** Writes JSON lines, for machines and people. Undefined values in `fields` are left out. */
export function createLog({ level, now, to }: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: null, // neither process id nor host name: the log's collector knows the source
      timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    to,
  );
  // The message is one of the fields, so that it comes first. Pino would put it last in the line.
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

/**
 * Each line is written before the call returns: nothing is lost however the process ends, and at `info` there are few
 * lines.
 */
export const openStderr = (): DestinationStream => destination({ dest: 2, sync: true });

/**
 * Limits a warning that every request may cause at the same time to one line in `everyMs`. `times` says how many there
 * were since the last line.
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
    if (within(now(), saidAt, everyMs)) return;
    log.warn(message, { ...fields, times });
    saidAt = now();
    times = 0;
  };
}

/**
 * Returns an error as log fields: where it happened, but not its message, because messages of parsers and drivers quote
 * the input.
 */
export function errorFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return { error: error.name, code, at: frames.slice(0, 8).join(' ').trim() };
}
