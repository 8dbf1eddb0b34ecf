import type { MailingWords } from '#shared/list';

/**
 * Replaces `{name}` and `{code}` in the words of a mailing, each once: what a name contains is never replaced again. Where the
 * name is left out, the blank before it goes, too.
 */
export function fillIn(
  { subject, text, link }: MailingWords,
  { name, code }: { name: string; code: string },
): MailingWords {
  const fill = (words: string) =>
    words.replaceAll(/( ?)\{(name|code)\}/g, (_, blank: string, which: string) => {
      if (which === 'code') return blank + code;
      return name === '' ? '' : blank + name;
    });
  const url = link?.url.replaceAll(/\{code\}|%7Bcode%7D/gi, code) ?? '';
  return { subject: fill(subject), text: fill(text), link: link && { label: link.label, url } };
}
