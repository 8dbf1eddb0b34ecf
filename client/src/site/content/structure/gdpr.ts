import { isOfEea } from '#shared/law';
import type { PageData } from '#shared/page';
import { lawFor, mailLink, postalAddress } from '../identity.ts';
import { type InfoContent, text } from '../info-content.ts';
import { gdpr as m } from '../site-messages.ts';
import {
  authority,
  contacts,
  gdprRights,
  howToAsk,
  legalBases,
  localRights,
  objection,
  recipients,
  retention,
  transfers,
} from './processing.ts';

export const content = (data: PageData): InfoContent => ({
  heading: m.heading,
  lead: m.lead,
  sections: [
    {
      id: 'controller',
      heading: m.controller.heading,
      blocks: [
        text(controller(data.site)),
        ...contacts(data),
        text(m.controller.more({ privacy: '/privacy' })),
      ],
    },
    {
      id: 'rights',
      heading: m.rights.heading,
      blocks: [gdprRights(), text(m.rights.machine), ...localRights(data), ...objection(data)],
    },
    {
      id: 'requests',
      heading: m.requests.heading,
      blocks: [...howToAsk(data), text(m.requests.deadline)],
    },
    { id: 'legal-bases', heading: m.bases, blocks: [legalBases(data)] },
    {
      id: 'transfers',
      heading: m.transfers,
      blocks: [...recipients(data), ...transfers(data)],
    },
    { id: 'retention', heading: m.retention, blocks: [retention(data)] },
    {
      id: 'complaints',
      heading: m.complaints.heading,
      blocks: [text(complaints(data.site)), ...authority(data)],
    },
  ],
});

/** Where the controller is based counts for Art. 77 only within the European Economic Area. */
const complaints = (site: PageData['site']) =>
  isOfEea(lawFor(site)) ? m.complaints.where({ city: site.address.city }) : m.complaints.elsewhere;

function controller(site: PageData['site']) {
  const who = { address: postalAddress(site), email: mailLink(site) };
  const { managingDirector: director } = site;
  return director ? m.controller.who({ ...who, director }) : m.controller.alone(who);
}
