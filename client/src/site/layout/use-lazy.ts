import { type ComponentType, useState } from 'react';
import { loadCode } from '../../ui/load-code.ts';

/**
 * A component that opens with a press. Its code loads at the first sign of one; a failure then stays silent, because the
 * visitor may never press.
 *
 * @returns the component once it is there, what a button needs for it, and what its press calls
 */
export function useLazy<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const take = (component: ComponentType<Props>) => setLoaded(() => component);
  const prepare = () => void (Loaded ?? load().then(take, () => {}));
  const ready = () => void (Loaded ?? loadCode(load).then(take));
  return [Loaded, { onPointerEnter: prepare, onFocus: prepare }, ready] as const;
}
