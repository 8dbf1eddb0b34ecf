import { type InfoPageContent, text } from './info-content.ts';
import { mailLink, phoneLink, postalAddress } from './wording.ts';

export const content: InfoPageContent = ({ site }) => ({
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
});
