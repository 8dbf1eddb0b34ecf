import { type ComponentType, useEffect, useState } from 'react';
import type { Language } from '#shared/languages';
import { loadChunk } from '../../../ui/load-chunk.ts';
import { whenIdle } from '../../../ui/when-idle.ts';
import { usePorts } from '../../ports.ts';
import { languageOf } from './language-links.tsx';

/** Returns the line that offers the browser's first language, once it is loaded; undefined on a page in that language. */
export function useLanguageOffer() {
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
      loadChunk(load, { optional: true }).then(
        ({ LanguageOffer: Line }) => setOffer({ Line, language }),
        () => {},
      );
    });
  }, [data, wording]);
  return offer;
}
