import { useEffect, useRef } from 'react';
import type { Audience, Mailing, MailingContent, MailingWords } from '#shared/list';
import { APPLICATION_STATES } from '#shared/list-values';
import { nameOfLanguage } from '#shared/value-name';
import type { ListDesk } from '../api/use-desk.ts';
import { forget, keep, readKept } from '../session/kept.ts';
import { listWords, signupsWords } from '../words/console-messages.ts';

/** What was typed, also into languages that have only half of their words. */
export interface TypedMailing extends MailingContent {
  /** The version of the draft that it changes; null before one is stored. */
  seen: string | null;
}

/** A draft as it is stored. */
export type StoredDraft = MailingContent & Pick<Mailing, 'id' | 'version'>;

export const keyOf = (id: string) => `mailing/${id}`;

export const EMPTY: MailingWords = { subject: '', text: '', link: null };
export const USUAL: Audience = {
  types: ['notifyme', 'beta'],
  states: ['waiting', 'accepted'],
  languages: [],
};

/** The waitlist has no states, but none would be invalid. */
export const groupOf = (audience: Audience): Audience =>
  audience.types.includes('beta') ? audience : { ...audience, states: USUAL.states };

/** Returns names of the people a mailing is for. */
export const namesOf = ({ types, states, languages }: Audience) => [
  ...types.map((type) => signupsWords.types[type]),
  ...(types.includes('beta') && states.length < APPLICATION_STATES.length
    ? states.map((state) => listWords.states[state]).map((name) => name.toLowerCase())
    : []),
  ...languages.map(nameOfLanguage),
];

/** A language without a subject and a text has no words. */
const contentOf = ({ audience, words }: MailingContent): MailingContent => ({
  audience: groupOf(audience),
  words: Object.fromEntries(
    Object.entries(words)
      .filter(([, { subject, text }]) => subject.trim() !== '' || text.trim() !== '')
      .map(([key, { link, ...rest }]) => [
        key,
        { ...rest, link: link?.label || link?.url ? link : null },
      ]),
  ),
});

/** Returns what the words of a mailing say, to compare: the server trims them, and has their parts in an order of its own. */
export const textOf = (content: MailingContent) =>
  Object.entries(contentOf(content).words)
    .flatMap(([key, { subject, text, link }]) => [key, subject, text, link?.label, link?.url])
    .map((part) => part?.trim())
    .join('\n');

export interface DraftProps {
  desk: ListDesk;
  /** As the address has it. */
  id: string;
  /** What is stored under this id; null if that is no draft. */
  draft: StoredDraft | null;
  /** What is not saved. */
  typed: TypedMailing | null;
  /** Called when what is stored may be another one. */
  onAnswer(): void;
  onSaved(saved: StoredDraft): void;
}

/** Returns a function that stores what is typed by the time that it runs. It returns null if that could not be stored. */
export function useDraft({ desk, id, draft, onAnswer, onSaved }: DraftProps) {
  /** What is stored by now. What was pressed before a save ended does not know it from its props. */
  const known = useRef<StoredDraft>(null);
  useEffect(() => {
    known.current = draft;
  }, [draft]);
  return async (): Promise<StoredDraft | null> => {
    const before = known.current;
    const key = keyOf(before?.id ?? id);
    const text = readKept<TypedMailing>(key);
    let saved = before;
    if (text !== null || before === null) {
      const content = contentOf(text ?? { audience: USUAL, words: {} });
      saved = before
        ? await desk.request(`list/mailings/${before.id}`, { ...content, seen: text?.seen }, 'PUT')
        : await desk.request('list/mailings', content);
      if (saved === null) {
        onAnswer();
        return null;
      }
      saved = { ...content, ...saved }; // the answer is its id and version
      known.current = saved;
      forget(key, text);
      // What was typed meanwhile goes on from what is stored now.
      const later = readKept<TypedMailing>(key);
      keep(key, null);
      keep(keyOf(saved.id), later && { ...later, seen: saved.version });
      onSaved(saved);
    }
    desk.say(listWords.mailings.saved);
    return saved;
  };
}
