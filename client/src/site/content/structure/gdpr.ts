import type { PageData } from '#shared/page';
import { mailLink, postalAddress } from '../identity.ts';
import { type InfoContent, text } from '../info-content.ts';
import { gdpr as m, privacy } from '../messages.ts';
import {
  authority,
  contacts,
  gdprRights,
  howToAsk,
  legalBases,
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
      blocks: [gdprRights(), text(m.rights.machine), text(privacy.rights.local)],
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
      blocks: [text(m.complaints.where({ city: data.site.address.city })), ...authority(data)],
    },
  ],
});

function controller(site: PageData['site']) {
  const who = { address: postalAddress(site), email: mailLink(site) };
  const { managingDirector: director } = site;
  return director ? m.controller.who({ ...who, director }) : m.controller.alone(who);
}
