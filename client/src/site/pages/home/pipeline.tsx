import { useWords } from '../../ports.ts';
import styles from './pipeline.module.css';
import { Section } from './section.tsx';
import { StageClip } from './stage-clip.tsx';

/** Four numbered tracks; the line passes through them from left to right. */
export function Pipeline() {
  const { pipelineContent } = useWords('home');
  return (
    <Section id="pipeline" heading={pipelineContent.heading} intro={pipelineContent.intro}>
      <ol className={styles['stages']}>
        {pipelineContent.stages.map((stage, index) => (
          <li key={stage.id} className={styles['stage']}>
            <span className={styles['number']} aria-hidden="true">
              {index + 1}
            </span>
            <div className={styles['words']}>
              <h3>{stage.title}</h3>
              <p>{stage.text}</p>
            </div>
            <div className={styles['lane']}>
              <StageClip stage={stage.id} />
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
