import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { footerText } from '../../content/navigation.ts';
import { useConsent, usePorts } from '../../ports.ts';
import styles from './consent-controls.module.css';

/** In the footer of every page: withdrawing is one press, as easy as consenting. */
export function ConsentControls() {
  const { consent } = usePorts();
  const { status, gpc } = useConsent();
  const settings = useRef<HTMLButtonElement>(null);
  const notice = useNotice();
  return (
    <div className={styles['controls']}>
      {/* Under Global Privacy Control there is nothing to set: the signal is the answer. */}
      {!gpc && (
        <Button
          ref={settings}
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
          onClick={() => {
            consent.turnOff();
            settings.current?.focus(); // this button goes away
          }}
        />
      )}
      <p role="status" className={styles['notice']}>
        {notice}
      </p>
      {gpc && <GpcNote />}
    </div>
  );
}

/** What the visitor's last choice on this page came to, wherever it was made. */
function useNotice(): string {
  const { consent } = usePorts();
  const [notice, setNotice] = useState('');
  useEffect(() => {
    let known = consent.get().status;
    return consent.subscribe(() => {
      const { status } = consent.get();
      if (status === known) return;
      known = status;
      setNotice(footerText.state[status]);
    });
  }, [consent]);
  return notice;
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
