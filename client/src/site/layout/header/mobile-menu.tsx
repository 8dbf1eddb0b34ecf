import { Dialog } from 'radix-ui';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { SignupType } from '#shared/signups';
import { opensElsewhere } from '../../../ui/opens-elsewhere.ts';
import { useFrame, usePorts } from '../../ports.ts';
import { LanguageLinks } from '../languages/language-links.tsx';
import { SectionLink } from '../navigation/section-link.tsx';
import type { Opened } from '../use-lazy.ts';
import headerStyles from './header.module.css';
import styles from './mobile-menu.module.css';
import { SignupButton } from './signup-button.tsx';

export interface MobileMenuProps extends Opened {
  path: string;
  /** Reports the press at once, and returns a function that leads to the form. */
  onAction: (type: SignupType) => () => void;
}

export function MobileMenu({ path, open, onOpenChange, onAction, trigger }: MobileMenuProps) {
  const { callsToAction, navigationText, sectionLinks } = useFrame();
  const { data } = usePorts();
  const [, navigate] = useLocation();
  const close = useBackCloses(open, onOpenChange);

  function follow(event: MouseEvent, id: string) {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    // The tilde keeps the router from putting the language in front: `#…` alone keeps the page's query.
    close(() => navigate(path === '/' ? `~#${id}` : `/#${id}`));
  }

  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())}>
      <Dialog.Portal>
        <div className={styles['backdrop']} />
        <Dialog.Content
          className={styles['sheet']}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // After a link or an action the focus belongs to its destination.
            if (document.activeElement === document.body) trigger.current?.focus();
          }}
        >
          <div className={styles['head']}>
            <Dialog.Title className="brand">{navigationText.menu}</Dialog.Title>
            <Dialog.Close className={headerStyles['menu']} aria-label={navigationText.closeMenu}>
              <svg className={headerStyles['menuIcon']} viewBox="0 0 20 20" aria-hidden="true">
                <path d="m4 4 12 12M16 4 4 16" />
              </svg>
            </Dialog.Close>
          </div>
          <nav aria-label={navigationText.menu}>
            <ul>
              {sectionLinks.map(({ id, label }) => (
                <li key={id}>
                  <SectionLink
                    id={id}
                    path={path}
                    className={styles['link']}
                    onClick={(event) => follow(event, id)}
                  >
                    {label}
                  </SectionLink>
                </li>
              ))}
            </ul>
          </nav>
          <div className={styles['actions']}>
            {callsToAction.map((action) => (
              <SignupButton
                key={action.type}
                action={action}
                size="large"
                onClick={() => close(onAction(action.type))}
              />
            ))}
          </div>
          {data.languages.length > 1 && (
            <LanguageLinks
              className={styles['languages']}
              onFollow={(event) => {
                if (opensElsewhere(event)) return;
                event.preventDefault();
                const { href } = event.currentTarget;
                close(() => location.assign(href));
              }}
            />
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const nothing = () => {};

/**
 * Keeps the page behind an open sheet still, and makes the browser's Back button close the sheet; otherwise it would
 * change the page behind it. While open, the sheet has a history entry with the page's address. Closing the sheet in any
 * way goes back over that entry, so that no trace stays in the history.
 *
 * Returns a function that closes the sheet and then runs a callback. A navigation belongs in the callback, where it
 * replaces the sheet's entry.
 */
function useBackCloses(open: boolean, setOpen: (open: boolean) => void) {
  /** Set as soon as somebody asks to close the sheet. */
  const next = useRef<() => void>(null);
  useEffect(() => {
    if (!open) return;
    const { classList } = document.documentElement;
    classList.add('scroll-locked');
    history.pushState({ sheet: true }, '');
    const close = () => {
      setOpen(false);
      const then = next.current ?? nothing;
      // One frame later the browser has restored its scroll position, which would stop a scroll that starts now. The sheet
      // gives the focus back in a timer.
      requestAnimationFrame(() => setTimeout(then));
      next.current = null;
    };
    addEventListener('popstate', close, { once: true });
    return () => {
      classList.remove('scroll-locked');
      removeEventListener('popstate', close);
    };
  }, [open, setOpen]);

  return (then: () => void = nothing) => {
    if (next.current) return; // a second press must not go back twice
    next.current = then;
    history.back();
  };
}
