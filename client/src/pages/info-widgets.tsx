import type { ComponentType } from 'react';
import type { Widget } from '../content/info/info-content.ts';
import { ConsentChoice } from '../layout/consent-controls.tsx';

export const widgets: Record<Widget, ComponentType> = {
  'consent-choice': ConsentChoice,
};
