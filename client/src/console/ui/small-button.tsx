import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';

/** The console's button. */
export const SmallButton = (props: ComponentProps<typeof Button>) => (
  <Button size="small" {...props} />
);
