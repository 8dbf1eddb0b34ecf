import MailComposer from 'nodemailer/lib/mail-composer';

export interface MessageParts {
  /** Of message-id.ts. A message keeps its id however often it is sent, so that mail programs show it once. */
  id: string;
  date: Date;
  from: { name: string; address: string };
  to: { name: string; address: string };
  subject: string;
  text: string;
  /** Null for a message of text alone. */
  html: string | null;
  /** The address of the page to leave, which also takes a mail program's own request. */
  leaveUrl: string | null;
}

/** Builds a message with its headers: RFC 5322, with words of other scripts as RFC 2047 has them. */
export function composeMessage(parts: MessageParts): Promise<Buffer> {
  const { id, date, from, to, subject, text, html, leaveUrl } = parts;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const headers = {
    // On one line, or programs that read line by line do not find it.
    'Message-ID': { prepared: true, value: `<${id}@${domain}>` },
    'Auto-Submitted': 'auto-generated', // RFC 3834: no answer from a machine
    // RFC 8058: the button of the mail program itself
    ...(leaveUrl !== null && {
      'List-Unsubscribe': `<${leaveUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
  return new MailComposer({
    date,
    from,
    to,
    subject,
    text,
    ...(html !== null && { html }),
    headers,
    // The text is ours, and must not make the server read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}
