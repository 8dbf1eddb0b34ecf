import type { ESTree } from 'vite';
import { sentenceGap } from '../../client/src/site/content/sentence-gap.ts';
import { type Catalog, type Piece, parseMessage } from '../../shared/src/parse-message.ts';
import type { Language } from '../../shared/src/site-languages.ts';

type Words = Catalog[string];
type Edit = ESTree.Span & { text: string };

/**
 * Returns the code of a structure with the words of one language in place of what it imports from its messages. A message
 * with placeholders becomes a function, or a text with the values of its call.
 *
 * @param catalogOf returns a language's catalog
 */
export function inlineWords(
  code: string,
  program: ESTree.Program,
  { language, catalogOf }: { language: Language; catalogOf: (name: string) => Catalog },
): string {
  const constants = { language, gap: sentenceGap(language) };
  const texts = new Map<string, string>();
  const imported = new Map<string, Words>();
  const edits: Edit[] = [];

  /** Finds the words that `m.introduction.heading` names, or as much of it as is known before the page runs. */
  function find(node: ESTree.Node): { node: ESTree.Node; words: Words } | undefined {
    if (node.type === 'Identifier') {
      const words = imported.get(node.name);
      return words === undefined ? undefined : { node, words };
    }
    if (node.type !== 'MemberExpression') return undefined;
    const found = find(node.object);
    const { property } = node;
    const key = node.computed ? 'value' in property && property.value : nameOf(property);
    if (!found || typeof key !== 'string') return found;
    if (typeof found.words !== 'object' || Array.isArray(found.words)) return found;
    const words = (found.words as Catalog)[key];
    if (words === undefined) throw new Error(`no words for ${code.slice(node.start, node.end)}`);
    return { node, words };
  }

  /** Has a text in place of a node. */
  const edit = ({ start, end }: ESTree.Span, text: string) => edits.push({ start, end, text });

  function visit(node: ESTree.Node): void {
    if (node.type === 'ImportDeclaration') {
      if (!node.source.value.endsWith('-messages.ts')) return;
      for (const one of node.specifiers) {
        const name = 'imported' in one ? nameOf(one.imported) : '';
        if (name in constants) texts.set(one.local.name, constants[name as keyof typeof constants]);
        else imported.set(one.local.name, catalogOf(name));
      }
      edit(node, '');
      return;
    }
    if (node.type === 'CallExpression' && visitCall(node)) return;
    const text = node.type === 'Identifier' && texts.get(node.name);
    if (typeof text === 'string') edit(node, JSON.stringify(text));
    const found = find(node);
    if (found) edit(found.node, literal(found.words, language));
    for (const [key, below] of Object.entries(node)) {
      const isName = key === 'property' || key === 'key';
      if (isName && !('computed' in node && node.computed)) continue;
      if (found && key === 'object') continue;
      for (const one of Array.isArray(below) ? below : [below]) {
        if (one && typeof one === 'object' && 'type' in one) visit(one);
      }
    }
  }

  /** Writes a call of a known message as its text. Returns false for any other call. */
  function visitCall(node: ESTree.CallExpression): boolean {
    const found = find(node.callee);
    if (!found || found.node !== node.callee || typeof found.words !== 'string') return false;
    const message = parseMessage(found.words);
    const [first, second] = node.arguments;
    const values = message.kind === 'plural' ? second : first;
    if (!first || values?.type !== 'ObjectExpression') return false;
    const sources = new Map<string, string>();
    const sourceOf = (value: ESTree.Node) => {
      const before = edits.length;
      visit(value);
      return apply(code.slice(value.start, value.end), edits.splice(before), value.start);
    };
    for (const property of values.properties) {
      if (property.type !== 'Property' || property.computed) return false;
      sources.set(nameOf(property.key), sourceOf(property.value));
    }
    const ofCall = (name: string) => sources.get(name) ?? 'undefined';
    const text =
      message.kind === 'plural'
        ? `(($count)=>${plural(message.forms, language, ofCall)})(${sourceOf(first)})`
        : write(message.pieces, language, ofCall);
    edit(node, text);
    return true;
  }

  /** Takes `const words = m.introduction;` of a module as another name for these words. Returns false for anything else. */
  function takeName(statement: ESTree.Node): boolean {
    if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') return false;
    const [{ id, init } = {}, ...others] = statement.declarations;
    const found = init && find(init);
    const isPart = found && found.node === init && typeof found.words === 'object';
    if (!isPart || Array.isArray(found.words) || id?.type !== 'Identifier' || others.length > 0)
      return false;
    imported.set(id.name, found.words);
    edit(statement, '');
    return true;
  }

  for (const statement of program.body) if (!takeName(statement)) visit(statement);
  return apply(code, edits, 0);
}

const nameOf = (node: ESTree.Node) =>
  'name' in node && typeof node.name === 'string' ? node.name : '';

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
