import { fstatSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { didYouMean } from '../../lib/nearest-name.ts';
import { StartError } from '../../lib/start-error.ts';
import type { DatabaseAddress } from '../../settings/database-address.ts';

/** One subcommand of `npm run growth`, `data` or `posthog`, or the doctor. Its help is its manual. */
export interface Subcommand<Context = CommandContext> {
  summary: string;
  help: string;
  /** @throws StartError for what the user can fix */
  run(args: string[], context: Context): Promise<void>;
}

export interface CommandContext {
  database: DatabaseAddress;
  out: NodeJS.WritableStream & { isTTY?: boolean; fd?: number };
  /** Prints a line that must stay out of the output. */
  warn(line: string): void;
}

/** Returns whether somebody redirected the output into a file, which people open, and not into a program. */
export const endsInFile = ({ fd }: CommandContext['out']): boolean =>
  fd !== undefined && fstatSync(fd).isFile();

/** An option, as `parseArgs` wants it and as the help shows it. */
interface Option {
  type: 'string' | 'boolean';
  multiple?: boolean;
  value?: string;
  help: string;
}

export const flag = (help: string) => ({ type: 'boolean', help }) as const;
/** @param value what stands for it in the help, such as FILE */
export const text = (value: string, help: string) => ({ type: 'string', value, help }) as const;
/** One that may be repeated. */
export const texts = (value: string, help: string) =>
  ({ type: 'string', multiple: true, value, help }) as const;

export type Values<Options extends Readonly<Record<string, Option>>> = {
  [Name in keyof Options]?:
    | (Options[Name]['type'] extends 'boolean'
        ? boolean
        : Options[Name] extends { multiple: true }
          ? string[]
          : string)
    | undefined;
};

interface Command<Context, Options extends Readonly<Record<string, Option>>> {
  usage: string;
  summary: string;
  /** The manual, between the usage and the options. */
  about: string;
  options: Options;
  notes?: string;
  /** The most words beside the options, and the fewest; none by default. */
  words?: readonly [fewest: number, most: number];
  run(values: Values<Options>, context: Context, words: string[]): Promise<void>;
}

/** Makes a subcommand, whose help and whose parser are made of its options. */
export function command<Context = CommandContext>() {
  return <const Options extends Readonly<Record<string, Option>>>(
    described: Command<Context, Options>,
  ): Subcommand<Context> => {
    const { usage, summary, about, options, notes, words: [fewest, most] = [0, 0] } = described;
    const help = [usage, about, describeOptions(options), ...(notes ? [notes] : [])].join('\n\n');
    return {
      summary,
      help,
      async run(args, context) {
        const { values, positionals } = parse(args, options, help);
        if (positionals.length < fewest || positionals.length > most) {
          throw new StartError(`expected ${usage}\n\n${help}`);
        }
        await described.run(values, context, positionals);
      },
    };
  };
}

function parse<Options extends Readonly<Record<string, Option>>>(
  args: string[],
  options: Options,
  help: string,
) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values: values as Values<Options>, positionals };
  } catch (error) {
    const fault = error instanceof Error ? error.message : '';
    const [, name] = /^Unknown option '(.*?)'/.exec(fault) ?? [];
    const known = Object.keys(options).map((one) => `--${one}`);
    if (name) throw new StartError(`unknown option ${name}${didYouMean(name, known)}\n\n${help}`);
    throw new StartError(`${fault}\n\n${help}`);
  }
}

const COLUMNS = 118;

function describeOptions(options: Readonly<Record<string, Option>>): string {
  const rows = Object.entries(options).map(
    ([name, { value, help }]) => [`--${name}${value ? ` ${value}` : ''}`, help] as const,
  );
  const width = Math.max(...rows.map(([name]) => name.length), 6) + 3;
  return [...rows, ['--help', 'prints this text'] as const]
    .map(([name, help]) => {
      const lines = help.split('\n').flatMap((line) => wrap(line, COLUMNS - width));
      return `  ${name.padEnd(width)}${lines.join(`\n${' '.repeat(width + 2)}`)}`;
    })
    .join('\n');
}

/** Breaks a line between words. */
const wrap = (line: string, columns: number) =>
  line.match(new RegExp(`.{1,${columns}}(?= |$)`, 'g'))?.map((part) => part.replace(/^ /, '')) ??
  [];
