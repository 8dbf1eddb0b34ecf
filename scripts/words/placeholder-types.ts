import { messagesOf, parseMessage } from '../../shared/src/parse-message.ts';
import type { Place } from './catalogs.ts';

/** Returns the source of the placeholders of a place: each English message that is more than words. */
export function placeholderTypes({ languages }: Place): string {
  const lines = Object.entries(languages['en'] ?? {})
    .flatMap(([name, catalog]) => messagesOf(catalog, name))
    .flatMap(([path, message]) => {
      const type = typeOf(message);
      return type === 'string' ? [] : [`  '${path}': ${type};\n`];
    });
  const used = ['Plural', 'Text'].filter((type) =>
    lines.some((line) => line.includes(`: ${type}`)),
  );
  const rich = lines.some((line) => line.includes(': Rich<'))
    ? "import type { Rich } from './message.ts';\n"
    : '';
  return `// Generated from the English catalogs: npm run words -- types
import type { ${used.join(', ')} } from '#shared/message-types';
${rich}
export interface Placeholders {
${lines.join('')}}
`;
}

function typeOf(text: string): string {
  const message = parseMessage(text);
  const found = { value: '', number: '', element: '', link: '', code: '' };
  const isPlural = message.kind === 'plural';
  for (const piece of isPlural ? Object.values(message.forms).flat() : message.pieces) {
    if (typeof piece === 'string') continue;
    for (const [kind, name] of Object.entries(piece)) {
      if (!(kind in found) || name === '#' || found[kind as 'value'].includes(`'${name}'`))
        continue;
      found[kind as 'value'] += `${found[kind as 'value'] && ' | '}'${name}'`;
    }
  }
  const { value, number, element, link, code } = found;
  if (isPlural) return value ? `Plural<${value}>` : 'Plural';
  if (element || link || code)
    return `Rich<${[value, link, element].map((names) => names || 'never').join(', ')}>`;
  if (number) return `Text<${value || 'never'}, ${number}>`;
  return value ? `Text<${value}>` : 'string';
}
