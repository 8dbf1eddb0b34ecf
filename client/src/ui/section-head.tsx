import styles from './section-head.module.css';

interface SectionHeadProps {
  /** The id of the heading, which names the section. */
  id: string;
  heading: string;
  intro?: string | undefined;
}

export function SectionHead({ id, heading, intro }: SectionHeadProps) {
  return (
    <div className={styles['head']}>
      <h2 id={id}>{heading}</h2>
      {intro && <p>{intro}</p>}
    </div>
  );
}
