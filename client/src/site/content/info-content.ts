/** Running text: plain words, links (own paths or mailto:) and names set as code. */
export type Inline = string | readonly Part[];
export type Part = string | { text: string; href: string } | { code: string };

/** Parts of a page that do something; the words around them are still content. */
export type Widget = 'consent-choice' | 'contact-form' | 'my-data';

export interface Fact {
  term: string;
  detail: Inline;
}

export type Block =
  | { kind: 'text'; text: Inline }
  | { kind: 'subheading'; text: string }
  | { kind: 'list'; items: readonly Inline[] }
  | { kind: 'facts'; items: readonly Fact[] }
  | { kind: 'figures'; items: readonly { value: string; label: string }[] }
  | {
      kind: 'table';
      caption: string;
      head: readonly string[];
      rows: readonly (readonly Inline[])[];
    }
  | { kind: 'widget'; widget: Widget }
  /** Both buttons to sign up. */
  | { kind: 'signup' };

export interface InfoSection {
  id: string;
  heading: string;
  blocks: readonly Block[];
}

export interface InfoContent {
  heading: string;
  lead: Inline;
  /** As it is printed, for pages that carry a date. */
  updated?: string;
  sections: readonly InfoSection[];
}

export const text = (words: Inline) => ({ kind: 'text', text: words }) as const;
export const subheading = (words: string) => ({ kind: 'subheading', text: words }) as const;
export const list = (...items: readonly Inline[]) => ({ kind: 'list', items }) as const;

/** Returns the facts that a site has: the others are false or undefined. */
export const facts = (...items: readonly (Fact | false | undefined)[]) => ({
  kind: 'facts' as const,
  items: items.filter((item) => !!item),
});
