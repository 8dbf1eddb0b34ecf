import { MyDataPanel } from '../features/consent/my-data/my-data-panel.tsx';
import { ConsentChoice } from './consent-choice.tsx';

/** The widgets of the cookie policy, in one chunk. */
export const widgets = { 'my-data': MyDataPanel, 'consent-choice': ConsentChoice };
