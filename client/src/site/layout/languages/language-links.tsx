import type { MouseEvent } from 'react';
import { useLocation } from 'wouter';
import { type Language, prefixOf } from '#shared/site-languages';
import { languageNames } from '../../content/language-names.ts';
import { findPage } from '../../content/page-list.ts';
import { usePorts } from '../../ports.ts';

interface LanguageLinksProps {
  className?: string | undefined;
  /** Called after a click, when the link has its final address. */
  onFollow?(event: MouseEvent<HTMLAnchorElement>): void;
}

/** Links to this page in every language. Each leads to another document, so the browser follows it, not the router. */
export function LanguageLinks({ className, onFollow }: LanguageLinksProps) {
  const { data, wording } = usePorts();
  const { navigationText } = wording.frame;
  const [path] = useLocation();
  return (
    <ul className={className} aria-label={navigationText.language}>
      {data.languages.map((language) => (
        <li key={language}>
          <a
            href={addressIn(language, path)}
            lang={language}
            hrefLang={language}
            aria-current={language === wording.language || undefined}
            onAuxClick={keepPlace}
            onClick={(event) => {
              keepPlace(event);
              onFollow?.(event);
            }}
          >
            {languageNames[language]}
          </a>
        </li>
      ))}
    </ul>
  );
}

/**
 * Returns the address of a page in a language. An address without a page leads to the home page: it comes from the address
 * bar, and `//example.org` would lead to another site.
 */
export const addressIn = (language: Language, path: string) =>
  prefixOf(language) + (findPage(path)?.path ?? '/');

/** Lets a link to another language keep the query and the anchor, which the server does not know when it renders. */
export function keepPlace({ currentTarget }: { currentTarget: HTMLAnchorElement }) {
  currentTarget.search = location.search;
  currentTarget.hash = location.hash;
}

/** Returns the offered language that a browser prefers, by its language without the region. */
export function languageOf(
  preferred: string | undefined,
  languages: readonly Language[],
): Language | undefined {
  const base = (tag = '') => tag.split('-')[0]?.toLowerCase();
  return languages.find((language) => base(language) === base(preferred));
}
