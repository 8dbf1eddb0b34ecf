import { mailLink, phoneLink, postalAddress } from '../identity.ts';
import { infoPage, text } from '../info-content.ts';

export const content = infoPage(({ site }) => ({
  heading: 'Talk to us',
  lead: `Do you have a question about ${site.brand}, the beta, your data or anything else? Write, call or send a letter.`,
  sections: [
    {
      id: 'details',
      heading: 'Contact details',
      blocks: [
        {
          kind: 'facts',
          items: [
            { term: 'Support e-mail', detail: [mailLink(site)] },
            { term: 'Phone', detail: [phoneLink(site)] },
            { term: 'Postal address', detail: postalAddress(site) },
          ],
        },
        text(['See the ', { text: 'Impressum', href: '/impressum' }, ' for our legal details.']),
      ],
    },
    {
      id: 'message',
      heading: 'Write a message',
      blocks: [{ kind: 'widget', widget: 'contact-form' }],
    },
  ],
}));

/** Words of the form that opens the visitor's mail program. */
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
