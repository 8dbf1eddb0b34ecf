import { useState } from 'react';
import { useLocation } from 'wouter';
import { directionOf, type Language } from '#shared/site-languages';
import { offerIn } from '../../content/offer-words.ts';
import { addressIn, keepPlace } from './language-links.tsx';
import styles from './picker.module.css';

/** One line, in the browser's language, that leads to this page in it. Closing it lasts as long as the document. */
export function LanguageOffer({ language }: { language: Language }) {
  const [path] = useLocation();
  const [closed, setClosed] = useState(false);
  if (closed) return null;
  const { text, close } = offerIn(language);
  return (
    <aside
      className={styles['offer']}
      lang={language}
      dir={directionOf(language)}
      aria-label={text}
    >
      <a
        href={addressIn(language, path)}
        hrefLang={language}
        onClick={keepPlace}
        onAuxClick={keepPlace}
      >
        {text}
      </a>
      <button type="button" aria-label={close} onClick={() => setClosed(true)}>
        ×
      </button>
    </aside>
  );
}
