import { Button } from '../../../ui/button.tsx';
import { buttonNames } from '../../content/button-names.ts';
import { usePorts, useWords } from '../../ports.ts';
import styles from './hero.module.css';
import { Timeline } from './timeline.tsx';

export function Hero() {
  const { data, track } = usePorts();
  const { heroContent } = useWords('home');
  return (
    <section id="hero" className={styles['hero']}>
      <div className={styles['opening']}>
        <h1 className={styles['heading']}>
          <span>{heroContent.heading[0]}</span> <span>{heroContent.heading[1]}</span>
        </h1>
        <div className={styles['words']}>
          <p className={styles['intro']}>{heroContent.intro(data.site.brand)}</p>
          <div className={styles['actions']}>
            {heroContent.actions.map(({ type, variant, label }) => (
              <Button
                key={type}
                variant={variant}
                size="large"
                label={label}
                data-signup={type}
                onClick={() =>
                  track('button_click', {
                    button_name: buttonNames.hero[type],
                    click_location: 'hero',
                  })
                }
              />
            ))}
          </div>
        </div>
      </div>
      <Timeline />
      <ul className={styles['stats']} aria-label={heroContent.statsLabel}>
        {heroContent.stats.map(({ value, label }) => (
          <li key={label} className={styles['stat']}>
            <strong dir="ltr">{value}</strong> <span>{label}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
