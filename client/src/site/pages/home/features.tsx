import { featuresContent } from '../../content/home.ts';
import styles from './features.module.css';
import { Section } from './section.tsx';

export function Features() {
  const { heading, intro, sheet, quality } = featuresContent;
  return (
    <Section id="features" heading={heading} intro={intro}>
      <div className={styles['columns']}>
        <dl className={styles['sheet']}>
          {sheet.map(({ term, detail }) => (
            <div key={term} className={styles['row']}>
              <dt>{term}</dt>
              <dd>{detail}</dd>
            </div>
          ))}
        </dl>
        <div className={styles['quality']}>
          <h3 className={styles['title']}>{quality.heading}</h3>
          <ul className={styles['points']}>
            {quality.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
      </div>
    </Section>
  );
}
