import { prefixOf } from '#shared/site-languages';
import { buttonLink } from '../../ui/button.tsx';
import { useFrame, usePorts } from '../ports.ts';
import styles from './plain-page.module.css';

/** Shown in place of a page that has failed. The link is a plain one, so that the browser loads everything again. */
export function FailedPage({ path }: { path: string }) {
  const { failedContent } = useFrame();
  const { language } = usePorts().wording;
  return (
    <div className={styles['page']} role="alert">
      <div className={styles['words']}>
        <h1 className={styles['heading']}>{failedContent.heading}</h1>
        <p>{failedContent.text}</p>
        <p>
          <a className={buttonLink('solid')} href={prefixOf(language) + path}>
            {failedContent.link}
          </a>
        </p>
      </div>
    </div>
  );
}
