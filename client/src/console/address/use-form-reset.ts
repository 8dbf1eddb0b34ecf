import { useEffect, useRef } from 'react';

/**
 * Returns a ref for a form whose fields follow the address, also after the Back button. The fields are reset to
 * their defaults and not rendered again, so that the focus stays where it is.
 */
export function useFormReset(address: string) {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the defaults are those of this address
  useEffect(() => form.current?.reset(), [address]);
  return form;
}
