import { CONSENT_DAYS } from '#shared/limits';
import type { ConsentText } from '#shared/page';

/**
 * What the consent dialogs say. The recipients are part of it, so that configuring PostHog changes
 * the text, its hash and with it the revision: everybody is asked again.
 */
export function consentText(posthogHost: string | null): ConsentText {
  const where = posthogHost
    ? `Kept on this site’s own server and passed on from there to PostHog (${posthogHost}).`
    : 'Kept on this site’s own server, passed on to nobody.';
  return {
    language: 'en',
    title: 'May we measure how this page is used?',
    description: `Only if you accept: how far you scroll, sections you see, sign-up buttons you press, whether a form was sent. ${where} Remembered for ${CONSENT_DAYS} days; off again at any time, at the foot of every page.`,
    accept: 'Accept analytics',
    reject: 'Reject analytics',
    manage: 'Details',
    save: 'Save my choice',
    policyLink: 'Cookie policy',
    preferencesTitle: 'Cookie settings',
    analyticsTitle: 'Analytics',
    analyticsDescription: `Measures four things under a random identifier: scroll depth, sections seen, presses of the sign-up buttons, and the outcome of a form with the domain of the e-mail address (the part after the @, which may identify a person). Each comes with the page’s path, the site or campaign link you came by, and whether your screen is small, medium or large. Never your full address, IP address or browser identification. ${where} Nothing at all is measured without your consent.`,
  };
}
