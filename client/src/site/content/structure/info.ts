import { info as m } from '../site-messages.ts';

/** Names the list of an information page's sections. */
export const contentsLabel = m.contents;

/** Says of a contract which language's version binds. A notice that a law wants holds in each language. */
export const binding = m.binding;
