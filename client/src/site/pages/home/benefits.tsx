import { useWords } from '../../ports.ts';
import styles from './benefits.module.css';
import sectionStyles from './section.module.css';
import { Section } from './section.tsx';

export function Benefits() {
  const { benefitsContent } = useWords('home');
  return (
    <Section id="benefits" heading={benefitsContent.heading}>
      <ul className={sectionStyles['pairs']}>
        {benefitsContent.benefits.map(({ id, title, text }) => (
          <li key={id} className={styles['benefit']}>
            <svg width="240" height="64" aria-hidden="true">
              <use href={`/pipeline.svg#${id}`} />
            </svg>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
