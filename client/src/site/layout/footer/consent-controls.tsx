import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useConsent, useFrame, usePorts } from '../../ports.ts';
import styles from './consent-controls.module.css';

/**
 * The consent buttons in the footer of every page. Withdrawing takes one press, as consenting does.
 */
export function ConsentControls() {
  const { footerText } = useFrame();
  const { consent } = usePorts();
  const { status, gpc } = useConsent();
  const settings = useRef<HTMLButtonElement>(null);
  const notice = useNotice();
  return (
    <div className={styles['controls']}>
      {/* Under Global Privacy Control there is nothing to choose: the signal is the answer. */}
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
            settings.current?.focus(); // this button disappears
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

/** Announces the outcome of the visitor's last choice on this page, wherever it was made. */
function useNotice(): string {
  const { consent, wording } = usePorts();
  const [notice, setNotice] = useState('');
  useEffect(() => {
    let known = consent.get().status;
    return consent.subscribe(() => {
      const { status } = consent.get();
      if (status === known) return;
      known = status;
      setNotice(wording.frame.footerText.state[status]);
    });
  }, [consent, wording]);
  return notice;
}

const GpcNote = () => <p className={styles['gpc']}>{useFrame().footerText.gpc}</p>;
