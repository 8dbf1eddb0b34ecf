export const contactFormContent = {
  labels: {
    name: 'Full Name',
    email: 'Email',
    subject: 'Subject',
    message: 'Message',
  },
  submit: 'Send Message',
  /** Beside the button, always: the page has no way to send anything. */
  note: 'This page itself sends nothing. Your own mail program opens with the message filled in, and you send it from there.',
  noScript: (address: string) =>
    `This form needs JavaScript to open your mail program. You can also write to ${address} yourself.`,
  /** The support address follows both. */
  opened:
    'Your mail program should now be open with your message. If it is not, copy the message and write to',
  tooLong:
    'This message is too long for many mail programs: they cut it off or do not open. Copy it here and paste it into an e-mail to',
  copy: 'Copy message',
  copied: 'The message is copied.',
  notCopied: 'Your browser blocked copying. The message is selected, so you can copy it yourself.',
} as const;
