import { BYTE_ORDER_MARK } from '#shared/byte-order-mark';
import { readDatabase, withStore } from '../../database/open-database.ts';
import { type Issue, linesOf } from '../../lib/issues.ts';
import { printable, printableJson, printableLines } from '../../lib/printable.ts';
import { StartError } from '../../lib/start-error.ts';
import type { GrowthContext } from '../frame/growth-context.ts';
import { command, endsInFile, flag, text } from '../frame/subcommand.ts';
import { answerText } from './answer-text.ts';
import { createLocalApi } from './local-api.ts';

const METHOD = /^(GET|POST|PUT|DELETE|PATCH)$/i;

export const apiCommand = command<GrowthContext>()({
  usage: 'npm run growth -- api [METHOD] PATH [name=value …] [OPTIONS]',
  summary: 'asks and does what the console does: figures, signups, the list, notes, alerts',
  about: `Asks a path of the console's interface, with all rights, and prints a table, or the text where the answer is one, such
as CSV. It needs neither a server nor a token. A running server sends what is queued within half a minute. Without PATH it
lists the paths; docs/openapi.json describes them. Examples:

  npm run growth -- api traffic from=2026-03-01 to=2026-03-14 by=utm_source,utm_campaign
  npm run growth -- api notes --data '{"text": "Product Hunt"}'
  npm run growth -- api DELETE notes/0195a000-0000-7000-8000-000000000001`,
  options: {
    data: text('JSON', 'the body; METHOD is then POST by default, and otherwise GET'),
    json: flag('prints the JSON of the answer'),
  },
  words: [0, Number.POSITIVE_INFINITY],
  async run({ data, json = false }, context, words) {
    const hasMethod = METHOD.test(words[0] ?? '');
    const method = (hasMethod && words[0]?.toUpperCase()) || (data === undefined ? 'GET' : 'POST');
    const [path, ...given] = hasMethod ? words.slice(1) : words;
    const pairs = given.map(pairOf);
    const { database, out } = context;
    // An error that is thrown while the database is read would be called one of the database.
    const refusal = await readDatabase(database, (reader) =>
      withStore(database, async (store) => {
        const api = createLocalApi({ ...context, reader, store });
        if (path === undefined) {
          if (hasMethod) return `${method} needs a path`;
          const lines = [...api.paths].map(([name, methods]) => `${name}  ${methods.join(', ')}`);
          out.write(`${lines.sort().join('\n')}\n`);
          return null;
        }
        const { ok, isJson, text } = await api.ask(method, path, pairs, data ?? '');
        if (!ok) return refusalOf(text);
        if (isJson) {
          const value = JSON.parse(text);
          out.write(`${json ? printableJson(value) : answerText(value)}\n`);
        } else if (out.isTTY) out.write(forTerminal(text));
        else out.write(text !== '' && endsInFile(out) ? BYTE_ORDER_MARK + text : text);
        return null;
      }),
    );
    if (refusal !== null) throw new StartError(refusal);
  },
});

/** In CSV, a line feed within quotes is one of a value. */
const forTerminal = (text: string) =>
  printableLines(text.replace(/"(?:[^"]|"")*"/g, printable).replaceAll('\r\n', '\n'));

function pairOf(word: string): [string, string] {
  const at = word.indexOf('=');
  if (at > 0) return [word.slice(0, at), word.slice(at + 1)];
  throw new StartError(`expected name=value, not ${printable(JSON.stringify(word))}`);
}

/** Returns what an error says, with each issue of the request. */
function refusalOf(text: string): string {
  const { message, issues = [] } = JSON.parse(text) as { message: string; issues?: Issue[] };
  return issues.length > 0 ? linesOf(issues).join('\n') : message;
}
