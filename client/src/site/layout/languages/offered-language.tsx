import { type ComponentType, useEffect, useState } from 'react';
import type { Language } from '#shared/site-languages';
import { loadCode } from '../../../ui/load-code.ts';
import { whenIdle } from '../../../ui/when-idle.ts';
import { usePorts } from '../../ports.ts';
import { languageOf } from './language-links.tsx';

/**
 * Shows the line that offers the browser's first language, once it is loaded; nothing on a page in that language. The
 * state is here and not in the layout: the layout would render the page again, and React takes a form that is not
 * hydrated yet out of the page for that.
 */
export function OfferedLanguage() {
  const { data, wording } = usePorts();
  const [offer, setOffer] = useState<{
    Line: ComponentType<{ language: Language }>;
    language: Language;
  }>();
  useEffect(() => {
    const language = languageOf(navigator.languages[0], data.languages);
    if (!language || language === wording.language) return;
    whenIdle(() => {
      const load = () => import('./language-offer.tsx');
      loadCode(load, { optional: true }).then(
        ({ LanguageOffer: Line }) => setOffer({ Line, language }),
        () => {},
      );
    });
  }, [data, wording]);
  return offer && <offer.Line language={offer.language} />;
}
