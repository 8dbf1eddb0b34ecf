import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { SignupType } from '#shared/signups';
import { cx } from '../../../ui/cx.ts';
import { Logo } from '../../../ui/logo.tsx';
import { watchView } from '../../../ui/watch-view.ts';
import { buttonNames } from '../../content/button-names.ts';
import { useFrame, usePorts } from '../../ports.ts';
import { LanguageButton } from '../languages/language-button.tsx';
import { useGoToSignup } from '../navigation/go-to-signup.ts';
import { SectionLink } from '../navigation/section-link.tsx';
import { useActiveSection } from '../navigation/use-active-section.ts';
import { useLazy } from '../use-lazy.ts';
import styles from './header.module.css';
import type { MobileMenuProps } from './mobile-menu.tsx';
import { SignupButton } from './signup-button.tsx';

export function Header() {
  const { callsToAction, navigationText, sectionLinks } = useFrame();
  const [path] = useLocation();
  const { data, track } = usePorts();
  const goToSignup = useGoToSignup();
  const active = useActiveSection(SECTIONS, path);
  const condensed = useGone('#top', path);
  const isSecond = !useGone('#hero > div', path) || active === 'signup';

  const press = (type: SignupType, location: 'header' | 'menu') => {
    track('button_click', { button_name: buttonNames.header[type], click_location: location });
    return () => goToSignup(type);
  };

  return (
    <>
      <div id="top" className={styles['top']} aria-hidden="true" />
      <header className={cx(styles['header'], condensed && styles['condensed'])}>
        <a className="skip-link" href="#main">
          {navigationText.skip}
        </a>
        <div className={styles['bar']}>
          <Link
            className={`brand ${styles['brand']}`}
            href="/"
            aria-label={navigationText.home(data.site)}
          >
            <Logo />
            {data.site.brand}
          </Link>
          <nav className={styles['nav']} aria-label={navigationText.mainNav}>
            <ul className={styles['links']}>
              {sectionLinks.map(({ id, label }) => (
                <li key={id}>
                  <SectionLink
                    id={id}
                    path={path}
                    className={styles['link']}
                    aria-current={active === id ? 'location' : undefined}
                  >
                    {label}
                  </SectionLink>
                </li>
              ))}
            </ul>
          </nav>
          <div className={cx(styles['actions'], isSecond && styles['second'])}>
            {callsToAction.map((action) => (
              <SignupButton
                key={action.type}
                action={action}
                size="small"
                // Answered before this code is here: client/src/site/start/lead-to-form.ts.
                data-signup={path === '/' ? action.type : undefined}
                onClick={() => {
                  const go = press(action.type, 'header');
                  if (path !== '/') go();
                }}
              />
            ))}
          </div>
          {data.languages.length > 1 && (
            <div className={styles['language']}>
              <LanguageButton />
            </div>
          )}
          <Menu path={path} onAction={(type) => press(type, 'menu')} />
        </div>
      </header>
    </>
  );
}

const loadSheet = async () => (await import('./mobile-menu.tsx')).MobileMenu;
type MenuProps = Pick<MobileMenuProps, 'path' | 'onAction'>;

function Menu(props: MenuProps) {
  const { navigationText } = useFrame();
  const [Sheet, opened, button, press] = useLazy(loadSheet);
  useEffect(() => {
    // The page was reloaded while the sheet was open. Its history entry would make one Back do nothing.
    if (history.state?.sheet) history.back();
  }, []);

  return (
    <>
      <button {...button} type="button" className={styles['menu']} onClick={() => press(true)}>
        <svg className={styles['menuIcon']} viewBox="0 0 20 20" aria-hidden="true">
          <path d="M2 5.5h16M2 10h11M2 14.5h16" />
        </svg>
        {navigationText.menu}
      </button>
      {Sheet && <Sheet {...props} {...opened} />}
    </>
  );
}

/**
 * True once the element has left the window under the header, or if the page has no such element. An observer tells,
 * not scroll events.
 */
function useGone(selector: string, path: string) {
  const [gone, setGone] = useState(selector !== '#top' && path !== '/');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other elements
  useEffect(() => {
    const element = document.querySelector(selector);
    setGone(!element);
    if (!element) return;
    return watchView(element, (isInView) => setGone(!isInView), { rootMargin: '-60px 0px 0px' });
  }, [selector, path]);
  return gone;
}

/** Those without a link in the nav clear the highlight. */
const SECTIONS = '#hero, #pipeline, #benefits, #features, #signup';
