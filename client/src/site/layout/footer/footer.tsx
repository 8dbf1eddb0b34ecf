import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Button } from '../../../ui/button.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { pages } from '../../content/page-list.ts';
import { useConsent, useFrame, usePorts } from '../../ports.ts';
import { LanguageLinks } from '../languages/language-links.tsx';
import { SectionLink } from '../navigation/section-link.tsx';
import styles from './footer.module.css';

const groups = ['company', 'legal'] as const;

export function Footer() {
  const { data } = usePorts();
  const { site } = data;
  const { footerText, sectionLinks, pageLabels } = useFrame();
  const [path] = useLocation();
  return (
    <footer className={styles['footer']}>
      <div className={styles['inner']}>
        <div>
          <p className="brand">
            <Logo />
            {site.brand}
          </p>
          <p className={styles['tagline']}>{footerText.tagline}</p>
        </div>
        <nav className={styles['nav']} aria-label={footerText.nav}>
          <div>
            <h2 className={styles['title']}>{footerText.groups.product}</h2>
            <ul className={styles['links']}>
              {[...sectionLinks, { id: 'signup', label: footerText.signup }].map(
                ({ id, label }) => (
                  <li key={id}>
                    <SectionLink id={id} path={path}>
                      {label}
                    </SectionLink>
                  </li>
                ),
              )}
            </ul>
          </div>
          {groups.map((group) => (
            <div key={group}>
              <h2 className={styles['title']}>{footerText.groups[group]}</h2>
              <ul className={styles['links']}>
                {pages
                  .filter((page) => page.group === group)
                  .map((page) => (
                    <li key={page.path}>
                      <Link href={page.path} aria-current={page.path === path ? 'page' : undefined}>
                        {pageLabels[page.path]}
                      </Link>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </nav>
        <div>
          <h2 className={styles['title']}>{footerText.privacyControls}</h2>
          <ConsentControls />
        </div>
        <div className={styles['end']}>
          {data.languages.length > 1 && <LanguageLinks className={styles['links']} />}
          <p>{site.company}</p>
        </div>
      </div>
    </footer>
  );
}

/** The visitor's choice, and its buttons, in the footer of every page. Withdrawing takes one press, as consenting does. */
function ConsentControls() {
  const { footerText } = useFrame();
  const { consent } = usePorts();
  const { status, gpc } = useConsent();
  const settings = useRef<HTMLButtonElement>(null);
  const offered = useOffer();
  const isHydrated = useHydrated();
  return (
    <div className={styles['controls']}>
      {/* The keys decide what is read aloud: each new answer, even one that changes no word, but not the state at the start. */}
      <p key={String(isHydrated)} role="status">
        {!gpc && <span key={status}>{footerText[status === 'granted' ? status : 'refused']}</span>}
      </p>
      {/* Under Global Privacy Control there is nothing to choose: the signal is the answer. */}
      {!gpc && (
        <Button
          ref={settings}
          size="small"
          label={footerText.cookieSettings}
          onClick={() => consent.openPreferences()}
        />
      )}
      {status === 'granted' && (
        <Button
          size="small"
          label={footerText.turnOff}
          onClick={() => {
            consent.decide(false, 'footer');
            settings.current?.focus(); // this button disappears
          }}
        />
      )}
      {offered && <offered.Offer />}
      {gpc && <p>{footerText.gpc}</p>}
    </div>
  );
}

/** Who has turned analytics off on this page, wherever that was, may want what was measured to go, too. */
function useOffer() {
  const { consent } = usePorts();
  const [offered, setOffered] = useState<{ Offer: ComponentType }>();
  useEffect(() => {
    let known = consent.get().status;
    return consent.subscribe(() => {
      const { status } = consent.get();
      if (status !== known && known === 'granted') consent.offer?.().then(setOffered, () => {}); // complete without it
      known = status;
    });
  }, [consent]);
  return offered;
}
