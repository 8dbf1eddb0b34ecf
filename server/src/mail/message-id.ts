/** What stands before the `@` of a `Message-ID`. To a person, it names the signup: the outbox forgets whom a message was sent to. */
export const messageIdOf = (id: string, signupId: string | null): string =>
  signupId === null ? id : `${id}.${signupId}`;

const OF_PERSON = /^<?([\w.-]{36,})\.([\da-f-]{36})@[^<>@\s]+>?$/i;

/** Returns what a `Message-ID`, with or without angle brackets, says of a message to a person; null for any other text. */
export function readMessageId(text: string): { id: string; signupId: string } | null {
  const [, id, signupId] = OF_PERSON.exec(text.trim().toLowerCase()) ?? [];
  return id && signupId ? { id, signupId } : null;
}
