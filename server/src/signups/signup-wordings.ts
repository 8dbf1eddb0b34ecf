import { createHash } from 'node:crypto';
import type { RenderModule } from '#shared/page';

/** The hashes of what people agree to when they sign up, by language: docs/decisions/037-one-message-at-the-launch.md. */
export type SignupWordings = ReadonlyMap<string, string>;

export async function hashSignupWordings(
  render: Pick<RenderModule, 'signupWording' | 'languages'>,
): Promise<SignupWordings> {
  const hashes = render.languages.map(async (language) => {
    const text = await render.signupWording(language);
    return [language, createHash('sha256').update(text).digest('hex')] as const;
  });
  return new Map(await Promise.all(hashes));
}
