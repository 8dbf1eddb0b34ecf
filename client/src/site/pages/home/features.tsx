import { useWords } from '../../ports.ts';
import styles from './features.module.css';
import sectionStyles from './section.module.css';
import { Section } from './section.tsx';

/** What goes in and comes out, and how quality is kept on the way: one line runs through the four drawings. */
export function Features() {
  const { heading, sheet, quality } = useWords('home').featuresContent;
  return (
    <Section id="features" heading={heading}>
      <dl className={`${sectionStyles['pairs']} ${styles['sheet']}`}>
        {sheet.map(({ term, detail }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </dl>
      <h3 className={styles['quality']}>{quality.term}</h3>
      <ul className={styles['points']}>
        {quality.points.map(({ id, text }) => (
          <li key={id}>
            <svg viewBox="0 0 280 96" aria-hidden="true">
              <use href={`/pipeline.svg#${id}`} />
            </svg>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
