import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useConsent, useFrame, usePorts } from '../../ports.ts';
import styles from './footer.module.css';

/** The consent buttons in the footer of every page. Withdrawing takes one press, as consenting does. */
export function ConsentControls() {
  const { footerText } = useFrame();
  const { consent } = usePorts();
  const { status, gpc } = useConsent();
  const settings = useRef<HTMLButtonElement>(null);
  const [notice, offered] = useNotice();
  return (
    <div className={styles['controls']}>
      {/* Under Global Privacy Control there is nothing to choose: the signal is the answer. */}
      {!gpc && (
        <Button
          ref={settings}
          size="small"
          label={footerText.cookieSettings}
          onClick={() => consent.openPreferences()}
        />
      )}
      {status === 'granted' && (
        <Button
          size="small"
          label={footerText.turnOff}
          onClick={() => {
            consent.decide(false, 'footer');
            settings.current?.focus(); // this button disappears
          }}
        />
      )}
      <p role="status" className={styles['notice']}>
        {notice}
      </p>
      {offered && <offered.Offer />}
      {gpc && <p className={styles['notice']}>{footerText.gpc}</p>}
    </div>
  );
}

/**
 * Announces the outcome of the visitor's last choice on this page, wherever it was made. Who has turned analytics off may
 * want what was measured to go, too.
 */
function useNotice() {
  const { consent, wording } = usePorts();
  const [notice, setNotice] = useState('');
  const [offered, setOffered] = useState<{ Offer: ComponentType }>();
  useEffect(() => {
    let known = consent.get().status;
    return consent.subscribe(() => {
      const { status } = consent.get();
      if (status === known) return;
      if (known === 'granted') consent.offer?.().then(setOffered, () => {}); // complete without it
      known = status;
      setNotice(wording.frame.footerText.state[status]);
    });
  }, [consent, wording]);
  return [notice, offered] as const;
}
