import { type ComponentType, type RefObject, useRef, useState } from 'react';
import { loadCode } from '../../ui/load-code.ts';

export interface Opened {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** Gets the focus when it closes without a navigation. */
  trigger: RefObject<HTMLButtonElement | null>;
}

/**
 * A component that opens with a press. Its code loads at the first sign of one; a failure then stays silent, because the
 * visitor may never press.
 *
 * @returns the component once it is there, what it needs, what its button needs, and what a press calls
 */
export function useLazy<Props extends Opened>(load: () => Promise<ComponentType<Props>>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const [open, onOpenChange] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const take = (component: ComponentType<Props>) => setLoaded(() => component);
  const prepare = () => void (Loaded ?? load().then(take, () => {}));
  const press = (next: boolean) => {
    void (Loaded ?? loadCode(load).then(take));
    onOpenChange(next);
  };
  const button = {
    ref: trigger,
    'aria-haspopup': 'dialog',
    'aria-expanded': open,
    onPointerEnter: prepare,
    onFocus: prepare,
  } as const;
  return [Loaded, { open, onOpenChange, trigger }, button, press] as const;
}
