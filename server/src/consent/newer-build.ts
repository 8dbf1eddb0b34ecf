import { LANGUAGES } from '#shared/site-languages';
import type { ConsentTextStore } from './consent-texts.sql.ts';

/** What a page sent cannot be judged by this process, but by one of the newer build that also runs. */
export class NewerBuildError extends Error {}

/**
 * Throws NewerBuildError while a newer build takes over from this one: it has published a newer consent text, or one in
 * a language that this build does not know. Call it before a refusal that is final: pages of the newer build would lose
 * what they sent.
 *
 * @param language of the page, as it was sent
 */
export type LeaveToNewer = (language?: unknown) => Promise<void>;

export interface NewerBuildDeps {
  store: Pick<ConsentTextStore, 'hasNewerText'>;
  /** The revision of the texts that this process asks with. */
  revision: number;
}

const CODE = /^[a-z]{2,3}(-[A-Z]{2})?$/;
const isUnknown = (language: unknown): language is string =>
  typeof language === 'string' &&
  CODE.test(language) &&
  !(LANGUAGES as readonly string[]).includes(language);

export const createLeaveToNewer =
  ({ store, revision }: NewerBuildDeps): LeaveToNewer =>
  async (language) => {
    const than = { revision, language: isUnknown(language) ? language : null };
    if (await store.hasNewerText(than)) throw new NewerBuildError();
  };
