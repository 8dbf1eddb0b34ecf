import type { ComponentType } from 'react';
import type { Widget } from '../content/info-content.ts';
import { ConsentChoice } from '../layout/footer/consent-controls.tsx';

export type Widgets = Partial<Record<Widget, ComponentType>>;

/** These widgets cost nothing: their code is on every page anyway. */
export const widgetsOfEveryPage: Widgets = {
  'consent-choice': ConsentChoice,
};
