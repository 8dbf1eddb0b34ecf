import { footerText } from '../content/navigation.ts';
import { useConsent, usePorts } from '../ports.ts';
import { Button } from '../ui/button.tsx';
import styles from './consent-controls.module.css';

/** In the footer of every page: withdrawing is one press, as easy as consenting. */
export function ConsentControls() {
  const { consent } = usePorts();
  const { status, gpc } = useConsent();
  return (
    <div className={styles['controls']}>
      <Button
        variant="quiet"
        size="small"
        label={footerText.cookieSettings}
        onClick={() => consent.openPreferences()}
      />
      {status === 'granted' && (
        <Button
          variant="quiet"
          size="small"
          label={footerText.turnOff}
          onClick={() => consent.turnOff()}
        />
      )}
      {gpc && <GpcNote />}
    </div>
  );
}

/** On the cookie policy itself. */
export function ConsentChoice() {
  const { consent } = usePorts();
  const { gpc } = useConsent();
  return (
    <div className={styles['controls']}>
      <Button
        variant="quiet"
        label={footerText.changeChoice}
        onClick={() => consent.openPreferences()}
      />
      {gpc && <GpcNote />}
    </div>
  );
}

const GpcNote = () => <p className={styles['gpc']}>{footerText.gpc}</p>;
