import { type Catalog, messagesOf, parseMessage } from '../vite/parse-message.ts';

/** Returns the source of client/src/site/content/placeholders.ts: each English message that is more than words. */
export function placeholderTypes(catalogs: Readonly<Record<string, Catalog>>): string {
  const lines = Object.entries(catalogs)
    .flatMap(([name, catalog]) => messagesOf(catalog, name))
    .flatMap(([path, message]) => {
      const type = typeOf(message);
      return type === 'string' ? [] : [`  '${path}': ${type};\n`];
    });
  return `// Generated from the English catalogs: npm run words -- types
import type { Plural, Rich, Text } from './message.ts';

export interface Placeholders {
${lines.join('')}}
`;
}

function typeOf(text: string): string {
  const message = parseMessage(text);
  if (message.kind === 'plural') return 'Plural';
  const found = { value: '', number: '', element: '', link: '', code: '' };
  for (const piece of message.pieces) {
    if (typeof piece === 'string') continue;
    for (const [kind, name] of Object.entries(piece)) {
      if (!(kind in found) || found[kind as 'value'].includes(`'${name}'`)) continue;
      found[kind as 'value'] += `${found[kind as 'value'] && ' | '}'${name}'`;
    }
  }
  const { value, number, element, link, code } = found;
  if (element || link || code)
    return `Rich<${[value, link, element].map((names) => names || 'never').join(', ')}>`;
  if (number) return `Text<${value || 'never'}, ${number}>`;
  return value ? `Text<${value}>` : 'string';
}
