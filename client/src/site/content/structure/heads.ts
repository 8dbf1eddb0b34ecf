import type { Text } from '#shared/message-types';
import { lawFor } from '../identity.ts';
import type { PageHead, PageHeads } from '../page-list.ts';
import { heads as m } from '../site-messages.ts';

interface HeadWords extends Pick<PageHead, 'keywords'> {
  title: Text<'brand'>;
  description: string | Text<'brand' | 'company'>;
}

const head = ({ title, description, keywords }: HeadWords): PageHead => ({
  title,
  description: typeof description === 'string' ? () => description : description,
  keywords,
});

/** For the browser's tab, search results and link previews. */
export const heads: PageHeads = {
  '/': head(m.home),
  '/about': head(m.about),
  '/contact': {
    ...head(m.contact),
    description: ({ brand, phone }) =>
      phone ? m.contact.description({ brand }) : m.contact.withoutPhone({ brand }),
  },
  '/privacy': head(m.privacy),
  '/terms': head(m.terms),
  '/cookies': head(m.cookies),
  '/ccpa': head(m.ccpa),
  '/gdpr': head(m.gdpr),
  '/dpa': head(m.dpa),
  '/impressum': {
    ...head(m.impressum),
    description: (site) => {
      const { company, register, vatId, managingDirector } = site;
      const isGerman = lawFor(site) === 'de' && register && vatId && managingDirector;
      return isGerman ? m.impressum.description({ company }) : m.impressum.general({ company });
    },
  },
  '/accessibility': head(m.accessibility),
  'not-found': head({ ...m.notFound, keywords: [] }),
};

/** On the picture that stands for a page where a link to it is shared: what the product is, and the heading in lines. */
export const socialImageText = m.socialImage;

/** Describes the picture that stands for a page where a link to it is shared. */
export const socialImageAlt = (headline: string) => m.socialImageAlt({ headline });

/** Shown when a page's code cannot be loaded, even after a reload. Served with every page. */
export const unfinishedText = m.unfinished;

/** Asked before the document goes, if the visitor has typed something. */
export const lossQuestion = m.lossQuestion;
