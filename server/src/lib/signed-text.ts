import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const FORM = /^((\d{13})\.[\w-]{22})\.([\w-]{43})$/;

export type SignedTexts = ReturnType<typeof createSignedTexts>;

/**
 * Makes texts that hold when they end, 128 random bits and a signature of both. So every process of the site knows them without a
 * table.
 *
 * @param purpose texts with another one have another key
 */
export function createSignedTexts(secret: string, purpose: string) {
  const key = createHmac('sha256', secret).update(purpose).digest();
  const sign = (text: string, bound: string) =>
    createHmac('sha256', key)
      .update(text + bound)
      .digest('base64url');
  return {
    /** @param bound what is signed, too, and is not in the text */
    make(endsAt: number, bound = ''): string {
      const text = `${endsAt}.${randomBytes(16).toString('base64url')}`;
      return `${text}.${sign(text, bound)}`;
    },
    /** Returns when a text ends; null for one that was not made here, in a time that tells nothing about where it differs. */
    endOf(given: string, bound = ''): number | null {
      const [, text = '', endsAt = '', signature = ''] = FORM.exec(given) ?? [];
      const expected = Buffer.from(sign(text, bound));
      const isOwn =
        signature.length === expected.length && timingSafeEqual(Buffer.from(signature), expected);
      return isOwn ? Number(endsAt) : null;
    },
  };
}
