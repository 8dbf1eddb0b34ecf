import type { PageData } from '#shared/page';
import { type InfoContent, list, text } from '../info-content.ts';
import { about as m } from '../site-messages.ts';

export const content = ({ site: { brand } }: PageData): InfoContent => ({
  heading: m.heading,
  lead: m.lead({ brand }),
  sections: [
    { id: 'mission', heading: m.mission.heading, blocks: [text(m.mission.text)] },
    { id: 'vision', heading: m.vision.heading, blocks: [text(m.vision.text)] },
    {
      id: 'what-we-do',
      heading: m.whatWeDo.heading,
      blocks: [text(m.whatWeDo.pipeline({ brand })), text(m.whatWeDo.audience)],
    },
    {
      id: 'why-choose-us',
      heading: m.why.heading,
      blocks: [
        { kind: 'figures', items: [m.why.accuracy, m.why.languages, m.why.speed] },
        list(...m.why.points),
        text(m.why.join),
        { kind: 'signup' },
      ],
    },
  ],
});
