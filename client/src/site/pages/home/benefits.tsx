import { useWords } from '../../ports.ts';
import styles from './benefits.module.css';
import { Section } from './section.tsx';

export function Benefits() {
  const { benefitsContent } = useWords('home');
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
