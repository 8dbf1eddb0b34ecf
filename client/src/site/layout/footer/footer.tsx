import { Link, useLocation } from 'wouter';
import { Logo } from '../../../ui/logo.tsx';
import { pages } from '../../content/page-list.ts';
import { useFrame, usePorts } from '../../ports.ts';
import { LanguageLinks } from '../languages/language-links.tsx';
import { SectionLink } from '../navigation/section-link.tsx';
import { ConsentControls } from './consent-controls.tsx';
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
