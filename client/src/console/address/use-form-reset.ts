import { useEffect, useRef } from 'react';

/**
 * A form whose fields follow the address, also when the back button changes it: put back to their defaults, not made
 * anew, so that the focus stays where it is.
 */
export function useFormReset(address: string) {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the defaults are those of this address
  useEffect(() => form.current?.reset(), [address]);
  return form;
}
