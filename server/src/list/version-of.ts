import { createHash } from 'node:crypto';
import type { MailingContent } from '#shared/list';

/** Returns the name of a content, by which somebody says what they saw. */
export const versionOf = (content: MailingContent): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
