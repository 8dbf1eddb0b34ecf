import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../../ui/button.tsx';
import { useConsent, usePorts, useWords } from '../../../ports.ts';
import { fetchMyData } from './ask-my-data.ts';
import { useErasure } from './use-erasure.ts';

/**
 * Offers to erase what was measured, beside the word that analytics is off. One press erases it, as one press turned
 * analytics off. Where nothing was measured, it shows nothing.
 */
export function EraseOffer() {
  const { myDataContent: words } = useWords('cookies');
  const { consent } = usePorts();
  const { status, consentId, isRecorded } = useConsent();
  const { erase, erasing, failed } = useErasure();
  const [events, setEvents] = useState(0);
  const [result, setResult] = useState('');
  const resultText = useRef<HTMLParagraphElement>(null);
  const isOff = status === 'refused' && consentId !== null;

  // Once the server has recorded the withdrawal: it accepts no more events then.
  useEffect(() => {
    setEvents(0);
    if (!isOff || !isRecorded) return;
    let isLatest = true;
    void fetchMyData().then((held) => {
      if (held && isLatest) setEvents(held.events.length + (held.moreEvents ?? 0));
    });
    return () => {
      isLatest = false;
    };
  }, [isOff, isRecorded]);

  async function press() {
    const message = await erase();
    if (message === null) return;
    consent.erased();
    flushSync(() => setResult(message));
    resultText.current?.focus(); // the button that was pressed is gone
  }

  const isShown = isOff && events > 0;
  return (
    // Empty at first: browsers announce only changes in a live region that they already know.
    <div role="status">
      {isShown && (
        <Button
          variant="quiet"
          size="small"
          label={words.eraseToo(events)}
          otherLabel={words.deleting}
          busy={erasing}
          onClick={() => !erasing && void press()}
        />
      )}
      {isShown && failed && <p>{words.deleteFailed}</p>}
      {result && consentId === null && (
        <p ref={resultText} tabIndex={-1}>
          {result}
        </p>
      )}
    </div>
  );
}
