import { type ComponentProps, useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';

/** Returns how long it is until a time, as a timecode; undefined once it has come. */
export function useTimeUntil(time: number): string | undefined {
  const [, setNow] = useState(0);
  const left = Math.ceil((time - Date.now()) / 1_000);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), 1_000);
    return () => clearTimeout(timer);
  });
  return left > 0 ? new Date(left * 1_000).toISOString().slice(14, 19) : undefined;
}

/** A button that waits until a time. The style shows for how long: text that changes each second would be read out. */
export function PatientButton({
  until,
  ...rest
}: ComponentProps<typeof Button> & { until: number }) {
  const left = useTimeUntil(until);
  return <Button {...rest} data-wait={left} aria-disabled={left ? true : rest['aria-disabled']} />;
}
