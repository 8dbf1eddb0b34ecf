import { info as m } from '../messages.ts';

/** Names the list of an information page's sections. */
export const contentsLabel = m.contents;

/** Says on a legal page which language's version binds. The German law wants the Impressum in German. */
export const binding = m.binding;
