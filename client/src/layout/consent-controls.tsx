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
      {/* Under Global Privacy Control there is nothing to set: the signal is the answer. */}
      {!gpc && (
        <Button
          variant="quiet"
          size="small"
          label={footerText.cookieSettings}
          data-again=""
          onClick={() => consent.openPreferences()}
        />
      )}
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

/** On the cookie policy itself, below what the panel there says of the choice in force. */
export function ConsentChoice() {
  const { consent } = usePorts();
  const { gpc } = useConsent();
  if (gpc) return null;
  return (
    <Button
      variant="quiet"
      label={footerText.changeChoice}
      data-again=""
      onClick={() => consent.openPreferences()}
    />
  );
}

const GpcNote = () => <p className={styles['gpc']}>{footerText.gpc}</p>;
