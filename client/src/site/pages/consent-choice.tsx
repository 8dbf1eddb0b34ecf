import { Suspense } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { Button } from '../../ui/button.tsx';
import styles from '../features/consent/my-data/my-data-panel.module.css';
import { useConsent, useFrame, usePorts, useWords } from '../ports.ts';

/**
 * Shown on the cookie policy below the panel that states the current choice. Leads to the dialog. Where that cannot be
 * seen, the address ends with `#choice`, and the choice is made here.
 */
export function ConsentChoice() {
  const { footerText } = useFrame();
  const { consent } = usePorts();
  const { gpc } = useConsent();
  const isHere = useLocationProperty(
    () => location.hash === '#choice',
    () => false,
  );
  if (gpc) return null;
  return (
    <div id="choice" className={styles['result']} tabIndex={-1}>
      {isHere ? (
        <Suspense>
          <Question />
        </Suspense>
      ) : (
        <Button label={footerText.changeChoice} onClick={() => consent.openPreferences()} />
      )}
    </div>
  );
}

/** The text that the dialogs show, with both answers. */
function Question() {
  const { consent } = usePorts();
  const { consentParts } = useWords('consent');
  const text = consentParts(consent.asked());
  return (
    <div className={styles['panel']}>
      <p>{text.title}</p>
      <p>{text.description}</p>
      {[...text.information, ...text.recorded].map((part) => (
        <p key={part}>{part}</p>
      ))}
      <div className={styles['actions']}>
        <Button label={text.accept} onClick={() => consent.decide(true, 'preferences')} />
        <Button label={text.reject} onClick={() => consent.decide(false, 'preferences')} />
      </div>
    </div>
  );
}
