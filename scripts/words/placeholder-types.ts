import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messagesOf, parseMessage } from '../../shared/src/parse-message.ts';
import { root } from '../steps/run.mjs';
import { type CatalogPlace, placeholdersOf, readPlaces } from './catalogs.ts';

/** Writes beside the catalogs the types of their placeholders, which Git ignores. Only `tsc` and editors read them. */
export function writePlaceholderTypes() {
  for (const place of readPlaces())
    writeFileSync(join(root, place.path, `${place.name}-placeholders.ts`), placeholderTypes(place));
}

/** Returns the source of the placeholders of a place: each English message that is more than words. */
function placeholderTypes({ languages }: CatalogPlace): string {
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
  const placeholders: Readonly<Record<string, string>>[] = placeholdersOf(message);
  /** Returns the names of the placeholders of a kind as a type. */
  const namesOf = (kind: string) =>
    [...new Set(placeholders.map((each) => each[kind]))]
      .flatMap((name) => (name ? [`'${name}'`] : []))
      .join(' | ');
  const [value, number, link, element] = ['value', 'number', 'link', 'element'].map(namesOf);
  if (message.kind === 'plural') return value ? `Plural<${value}>` : 'Plural';
  if (element || link || namesOf('code'))
    return `Rich<${[value, link, element].map((names) => names || 'never').join(', ')}>`;
  if (number) return `Text<${value || 'never'}, ${number}>`;
  return value ? `Text<${value}>` : 'string';
}
