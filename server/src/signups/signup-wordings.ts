import { createHash } from 'node:crypto';
import { SIGNUP_TYPES } from '#shared/event-values';
import type { RenderModule } from '#shared/page';
import type { Site } from '#shared/site';
import type { LaunchText } from '../store/store.ts';

/** The hashes of what people agree to when they sign up, by language: docs/decisions/037-one-message-at-the-launch.md. */
export type SignupWordings = ReadonlyMap<string, string>;

export async function hashSignupWordings(
  render: Pick<RenderModule, 'signupWording' | 'languages'>,
  sendsMail: boolean,
): Promise<SignupWordings> {
  const hashes = render.languages.map(async (language) => {
    const text = await render.signupWording(language, sendsMail);
    return [language, hashOf(text)] as const;
  });
  return new Map(await Promise.all(hashes));
}

/** The sentences that ask for the message at the launch now, by their text: docs/decisions/046-agreed-at-the-press.md. */
export type LaunchTexts = ReadonlyMap<string, LaunchText>;

export async function readLaunchTexts(
  render: Pick<RenderModule, 'launchText' | 'languages'>,
  site: Pick<Site, 'company' | 'brand'>,
): Promise<LaunchTexts> {
  const texts = render.languages.flatMap((language) =>
    SIGNUP_TYPES.map(async (kind) => {
      const text = await render.launchText(language, kind, site);
      return [text, { hash: hashOf(text), language, kind, text }] as const;
    }),
  );
  return new Map(await Promise.all(texts));
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
