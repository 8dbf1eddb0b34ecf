import { type PageData, sendsMail } from '#shared/page';
import type { Words } from '../../content/languages.ts';
import { sentenceGap } from '../../content/sentence-gap.ts';

type NoteWords = Words['signup']['signupContent']['note'];

/** Returns what the form's entries are for, where they are kept, and who else receives what. */
export function entryNote(words: NoteWords, data: PageData): string {
  const others = [
    data.recipients.includes('team') ? words.team : null,
    sendsMail(data) ? words.mail(data.site.mailProvider) : null,
    data.posthogHost === null ? null : words.analytics(data.posthogHost),
  ].filter((one) => one !== null);
  const kept = others.length + data.recipients.length === 0 ? words.stays : words.kept;
  return [words.purpose, kept, ...others].join(sentenceGap(data.language));
}
