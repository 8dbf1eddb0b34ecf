import { useWords } from '../../ports.ts';
import styles from './features.module.css';
import { Section } from './section.tsx';

export function Features() {
  const { heading, sheet, quality } = useWords('home').featuresContent;
  return (
    <Section id="features" heading={heading}>
      <dl className={styles['sheet']}>
        {sheet.map(({ term, detail }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
        <div>
          <dt>{quality.term}</dt>
          <dd>
            <ul className={styles['points']}>
              {quality.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
    </Section>
  );
}
