import { benefitsContent } from '../../content/home.ts';
import styles from './benefits.module.css';
import { Section } from './section.tsx';

export function Benefits() {
  return (
    <Section id="benefits" heading={benefitsContent.heading}>
      <ul className={styles['benefits']}>
        {benefitsContent.benefits.map(({ title, text }) => (
          <li key={title} className={styles['benefit']}>
            <h3 className={styles['title']}>{title}</h3>
            <p className={styles['text']}>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
