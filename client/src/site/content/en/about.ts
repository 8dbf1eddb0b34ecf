import { infoPage, list, text } from '../info-content.ts';

export const content = infoPage(({ site }) => ({
  heading: 'Every story deserves its own voice, in every language',
  lead: `${site.brand} is an AI dubbing toolkit: it turns finished video into finished video in another language.`,
  sections: [
    {
      id: 'mission',
      heading: 'Our mission',
      blocks: [
        text(
          'We want people to hear one another. Dubbing at broadcast quality has been slow and expensive, so most video is never dubbed. We build the tool that changes this without lowering the standard.',
        ),
      ],
    },
    {
      id: 'vision',
      heading: 'Our vision',
      blocks: [
        text(
          'Everyone can follow a video, whatever language it was made in. A dubbed voice carries as much feeling as the original.',
        ),
      ],
    },
    {
      id: 'what-we-do',
      heading: 'What we do',
      blocks: [
        text(
          `${site.brand} combines translation and voice synthesis of video in one pipeline of four stages: multi-modal analysis, cultural translation, emotional synthesis and professional mixing. The result is broadcast-ready dubbed audio for video localization.`,
        ),
        text(
          'It is made for content creators, media organisations and global businesses that want to reach international audiences.',
        ),
      ],
    },
    {
      id: 'why-choose-us',
      heading: 'Why choose us',
      blocks: [
        {
          kind: 'figures',
          items: [
            { value: '99.9%', label: 'accuracy rate' },
            { value: '50+', label: 'languages and dialects' },
            { value: '10x', label: 'faster than manual or traditional dubbing' },
          ],
        },
        list(
          'Broadcast-ready output: a finished mix, not a draft.',
          'Every architectural decision maximizes quality.',
          'Errors are caught and corrected early.',
          'Specialized AI for each task.',
          'The result rivals manual workflows in quality.',
        ),
        text([
          'See for yourself: ',
          { text: 'join the waitlist or apply for the beta', href: '/#signup' },
          '.',
        ]),
      ],
    },
  ],
}));
