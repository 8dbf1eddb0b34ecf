import { useEffect, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useConsent, useWords } from '../../../ports.ts';
import { fetchMyData } from './ask-my-data.ts';
import styles from './my-data-panel.module.css';
import { useErasure, useResult } from './use-erasure.ts';

/**
 * Says that what was measured will be erased, beside the word that analytics is off, and offers to do it now: one press
 * erases it, as one press turned analytics off. Where nothing was measured, it shows nothing.
 */
export function EraseOffer() {
  const { myDataContent: words } = useWords('cookies');
  const { status, consentId, isRecorded } = useConsent();
  const { result, place, tell } = useResult();
  const { erase, erasing, failed, setFailed, button } = useErasure(tell);
  const [events, setEvents] = useState(0);
  const isOff = status === 'refused' && consentId !== null;

  // Once the server has recorded the withdrawal: it accepts no more events then.
  useEffect(() => {
    setEvents(0);
    setFailed(false);
    if (!isOff || !isRecorded) return;
    let isLatest = true;
    void fetchMyData().then((held) => {
      if (held && isLatest) setEvents(held.events.length + (held.moreEvents ?? 0));
    });
    return () => {
      isLatest = false;
    };
  }, [isOff, isRecorded, setFailed]);

  const isShown = isOff && events > 0;
  return (
    // Empty at first: browsers announce only changes in a live region that they already know.
    <div role="status">
      {isShown && (
        <div className={styles['actions']}>
          <p>{words.erasedSoon}</p>
          <Button
            ref={button}
            size="small"
            label={words.eraseToo(events)}
            otherLabel={words.deleting}
            busy={erasing}
            onClick={erase}
          />
          {failed && <p>{words.deleteFailed}</p>}
        </div>
      )}
      {result && (
        <p ref={place} tabIndex={-1}>
          {result}
        </p>
      )}
    </div>
  );
}
