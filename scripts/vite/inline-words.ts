import { sentenceGap } from '../../client/src/site/content/sentence-gap.ts';
import { type Catalog, type Piece, parseMessage } from '../../shared/src/parse-message.ts';
import type { Language } from '../../shared/src/site-languages.ts';

/** A node of the syntax tree, as the bundler parses it. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

type Words = Catalog[string];
interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Returns the code of a structure with the words of one language in place of what it imports from its messages. A message
 * with placeholders becomes a function, or a text with the values of its call.
 *
 * @param catalogOf returns a language's catalog
 */
export function inlineWords(
  code: string,
  program: Node,
  { language, catalogOf }: { language: Language; catalogOf: (name: string) => Catalog },
): string {
  const constants = { language, gap: sentenceGap(language) };
  const texts = new Map<string, string>();
  const imported = new Map<string, Words>();
  const edits: Edit[] = [];

  /** Finds the words that `m.introduction.heading` names, or as much of it as is known before the page runs. */
  function find(node: Node): { node: Node; words: Words } | undefined {
    if (node.type === 'Identifier') {
      const words = imported.get(node['name'] as string);
      return words === undefined ? undefined : { node, words };
    }
    if (node.type !== 'MemberExpression') return undefined;
    const found = find(node['object'] as Node);
    const property = node['property'] as Node;
    const key = node['computed'] ? property['value'] : property['name'];
    if (!found || typeof key !== 'string') return found;
    if (typeof found.words !== 'object' || Array.isArray(found.words)) return found;
    const words = (found.words as Catalog)[key];
    if (words === undefined) throw new Error(`no words for ${code.slice(node.start, node.end)}`);
    return { node, words };
  }

  function visit(node: Node): void {
    if (node.type === 'ImportDeclaration') {
      const source = (node['source'] as Node)['value'] as string;
      if (!source.endsWith('-messages.ts')) return;
      for (const one of node['specifiers'] as Node[]) {
        const name = (one['imported'] as Node)['name'] as string;
        const local = (one['local'] as Node)['name'] as string;
        if (name in constants) texts.set(local, constants[name as keyof typeof constants]);
        else imported.set(local, catalogOf(name));
      }
      edits.push({ start: node.start, end: node.end, text: '' });
      return;
    }
    if (node.type === 'CallExpression' && visitCall(node)) return;
    const text = node.type === 'Identifier' && texts.get(node['name'] as string);
    if (typeof text === 'string')
      edits.push({ start: node.start, end: node.end, text: JSON.stringify(text) });
    const found = find(node);
    if (found) {
      const text = literal(found.words, language);
      edits.push({ start: found.node.start, end: found.node.end, text });
    }
    for (const [key, below] of Object.entries(node)) {
      if (!node['computed'] && (key === 'property' || key === 'key')) continue;
      if (found && key === 'object') continue;
      for (const one of Array.isArray(below) ? below : [below]) {
        if (one && typeof one === 'object' && 'type' in one) visit(one as Node);
      }
    }
  }

  /** Writes a call of a known message as its text. Returns false for any other call. */
  function visitCall(node: Node): boolean {
    const callee = node['callee'] as Node;
    const found = find(callee);
    if (!found || found.node !== callee || typeof found.words !== 'string') return false;
    const message = parseMessage(found.words);
    const given = node['arguments'] as Node[];
    const [values] = message.kind === 'plural' ? given.slice(1) : given;
    if (values?.type !== 'ObjectExpression') return false;
    const sources = new Map<string, string>();
    const sourceOf = (value: Node) => {
      const before = edits.length;
      visit(value);
      return apply(code.slice(value.start, value.end), edits.splice(before), value.start);
    };
    for (const property of values['properties'] as Node[]) {
      if (property.type !== 'Property' || property['computed']) return false;
      const value = property['value'] as Node;
      sources.set((property['key'] as Node)['name'] as string, sourceOf(value));
    }
    const ofCall = (name: string) => sources.get(name) ?? 'undefined';
    const text =
      message.kind === 'plural'
        ? `(($count)=>${plural(message.forms, language, ofCall)})(${sourceOf(given[0] as Node)})`
        : write(message.pieces, language, ofCall);
    edits.push({ start: node.start, end: node.end, text });
    return true;
  }

  /** Takes `const words = m.introduction;` of a module as another name for these words. Returns false for anything else. */
  function takeName(statement: Node): boolean {
    if (statement.type !== 'VariableDeclaration' || statement['kind'] !== 'const') return false;
    const [declared, ...others] = statement['declarations'] as Node[];
    const [name, init] = [declared?.['id'] as Node, declared?.['init'] as Node | null];
    const found = init && find(init);
    const isPart = found && found.node === init && typeof found.words === 'object';
    if (!isPart || Array.isArray(found.words) || name.type !== 'Identifier' || others.length > 0)
      return false;
    imported.set(name['name'] as string, found.words);
    edits.push({ start: statement.start, end: statement.end, text: '' });
    return true;
  }

  for (const statement of program['body'] as Node[]) if (!takeName(statement)) visit(statement);
  return apply(code, edits, 0);
}

function apply(code: string, edits: readonly Edit[], offset: number): string {
  let made = code;
  for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start)) {
    made = made.slice(0, start - offset) + text + made.slice(end - offset);
  }
  return made;
}

/** Returns words as code. */
function literal(words: Words, language: Language): string {
  if (Array.isArray(words)) return JSON.stringify(words);
  if (typeof words === 'object') {
    const entries = Object.entries(words as Catalog);
    return `({${entries.map(([key, below]) => `${JSON.stringify(key)}:${literal(below, language)}`).join(',')}})`;
  }
  const message = parseMessage(words as string);
  if (message.kind === 'plural') {
    const text = plural(message.forms, language, (name) => `values.${name}`);
    return `(($count${text.includes('values.') ? ',values' : ''})=>${text})`;
  }
  if (message.pieces.every((piece) => typeof piece === 'string')) return JSON.stringify(words);
  return `((values)=>(${write(message.pieces, language, (name) => `values.${name}`)}))`;
}

/** Returns a text, or running text if it has more than words and values, as code. */
function write(
  pieces: readonly Piece[],
  language: Language,
  sourceOf: (name: string) => string,
): string {
  const parts: string[] = [];
  let words = '';
  const flush = () => {
    if (words) parts.push(`\`${words}\``);
    words = '';
  };
  for (const piece of pieces) {
    if (typeof piece === 'string') words += piece.replace(/[\\`$]/g, '\\$&');
    else if ('number' in piece)
      words += `\${(${sourceOf(piece.number)}).toLocaleString("${language}-u-nu-latn")}`;
    else if ('value' in piece) words += `\${${sourceOf(piece.value)}}`;
    else {
      flush();
      if ('element' in piece) parts.push(sourceOf(piece.element));
      else if ('code' in piece) parts.push(`{code:${JSON.stringify(piece.code)}}`);
      else parts.push(`{text:${JSON.stringify(piece.text)},href:${sourceOf(piece.link)}}`);
    }
  }
  flush();
  const isText = pieces.every(
    (piece) => typeof piece === 'string' || 'value' in piece || 'number' in piece,
  );
  return isText ? `${parts[0]}` : `[${parts.join(',')}]`;
}

/** Returns the text for `$count`, as code. French sets groups of digits apart. The other languages write a count as it is. */
function plural(
  forms: Readonly<Record<string, readonly Piece[]>>,
  language: Language,
  sourceOf: (name: string) => string,
): string {
  const shown = language === 'fr' ? '$count.toLocaleString("fr")' : '$count';
  const text = (form: readonly Piece[] = []) =>
    write(form, language, (name) => (name === '#' ? shown : sourceOf(name)));
  const kinds = Object.entries(forms).filter(([kind]) => kind !== 'other');
  const tests = kinds.map(([kind, form]) => {
    // Counts are whole, and of these only 1 is the English `one`. The test is short in a browser.
    const exactly = kind === 'one' && language === 'en' ? '1' : kind.replace(/^=|^\D.*/, '');
    const test = exactly
      ? `$count===${exactly}`
      : `new Intl.PluralRules("${language}").select($count)==="${kind}"`;
    return `${test}?${text(form)}:`;
  });
  return tests.join('') + text(forms['other']);
}
