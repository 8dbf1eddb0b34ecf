import { EraseOffer } from '../features/consent/my-data/erase-offer.tsx';
import { MyDataPanel } from '../features/consent/my-data/my-data-panel.tsx';
import { ConsentChoice } from './consent-choice.tsx';

/** The widgets of the cookie policy, in one file. */
export const widgets = { 'my-data': MyDataPanel, 'consent-choice': ConsentChoice };
/** Needed on any page, with the same words. */
export const Offer = EraseOffer;
