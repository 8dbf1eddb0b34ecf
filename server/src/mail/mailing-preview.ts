import type { MailingContent } from '#shared/list';
import type { RenderModule } from '#shared/page';
import { asksForCode } from '#shared/placeholders';
import { type Site, siteIn } from '#shared/site';
import { type Language, prefixOf } from '#shared/site-languages';
import { fillIn } from './fill-in.ts';
import { mailableName } from './mailable-name.ts';
import type { MessageParts } from './mime-message.ts';

/** A message of a mailing, in English where the language has no words. */
export interface Preview extends Pick<MessageParts, 'subject' | 'text' | 'html'> {
  language: Language;
}

const EXAMPLE = { name: 'Jane Example', code: 'EXAMPLE234' };

interface PreviewDeps {
  render: Pick<RenderModule, 'listMessage'>;
  /** With the effective address. */
  site: Site;
}

/**
 * Returns a function that returns a mailing as somebody would get it, with a made-up code and, unless one is given, a
 * made-up name. A site that sends no mail shows it, too.
 */
export const createMailingPreview =
  (deps: PreviewDeps) =>
  async (
    words: MailingContent['words'],
    wanted: Language,
    given = EXAMPLE.name,
  ): Promise<Preview> => {
    const language = words[wanted] ? wanted : 'en';
    const own = words[language] ?? words.en;
    if (!own) throw new TypeError('a mailing has English words');
    const site = siteIn(deps.site, language);
    const leaveUrl = `${site.url}${prefixOf(language)}/leave`;
    const name = mailableName(given);
    const filled = fillIn(own, { ...EXAMPLE, name }, language);
    const code = asksForCode(own) ? ('notifyme' as const) : null; // applicants read their own day
    const input = { language, site, name, leaveUrl, words: filled, code };
    return { language, ...(await deps.render.listMessage({ ...input, kind: 'mailing' })) };
  };

export type MailingPreview = ReturnType<typeof createMailingPreview>;
