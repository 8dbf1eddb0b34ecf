import type { PageData } from '#shared/page';
import { mailLink, phoneLink, postalAddress } from '../identity.ts';
import { facts, type InfoContent, text } from '../info-content.ts';
import { contact as m } from '../site-messages.ts';

export const content = ({ site, site: { brand, phone } }: PageData): InfoContent => ({
  heading: m.heading,
  lead: phone ? m.lead({ brand }) : m.leadWithoutPhone({ brand }),
  sections: [
    {
      id: 'details',
      heading: m.details.heading,
      blocks: [
        facts(
          { term: m.details.email, detail: [mailLink(site)] },
          !!phone && { term: m.details.phone, detail: [phoneLink(phone)] },
          { term: m.details.address, detail: postalAddress(site) },
        ),
        text(m.details.legal({ impressum: '/impressum' })),
      ],
    },
    { id: 'message', heading: m.message, blocks: [{ kind: 'widget', widget: 'contact-form' }] },
  ],
});

/** Words of the form that opens the visitor's mail program. */
export const contactFormContent = m.form;
