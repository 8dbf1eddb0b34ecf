import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { prefixOf } from '#shared/site-languages';
import { buttonLink } from '../../ui/button.tsx';
import styles from '../layout/plain-page.module.css';
import { useFrame, usePorts, useWords } from '../ports.ts';

export function NotFoundPage() {
  const [ownPath] = useLocation();
  const path = prefixOf(usePorts().wording.language) + ownPath;
  const { sectionLinks } = useFrame();
  const { notFoundContent } = useWords('not-found');
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification asks for it, section 8
    console.error(`Page not found: ${path}`);
  }, [path]);
  return (
    <div className={styles['page']}>
      <p className={styles['code']}>{notFoundContent.code}</p>
      <div className={styles['words']}>
        <h1 className={styles['heading']}>{notFoundContent.heading}</h1>
        <p>{notFoundContent.text}</p>
        <p>
          <Link className={buttonLink('solid')} href="/">
            {notFoundContent.home}
          </Link>
        </p>
        <p>{notFoundContent.alsoLabel}</p>
        <p className={styles['also']}>
          {sectionLinks.map(({ id, label }) => (
            <Link key={id} href={`/#${id}`}>
              {label}
            </Link>
          ))}
        </p>
      </div>
    </div>
  );
}
