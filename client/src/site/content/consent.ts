import { CONSENT_DAYS } from '#shared/limits';
import type { ConsentText } from '#shared/page';

/**
 * What the consent dialogs say. The recipients are part of it, so that configuring PostHog changes
 * the text, its hash and with it the revision: everybody is asked again.
 */
export function consentText(posthogHost: string | null): ConsentText {
  const where = posthogHost
    ? `This site’s own server keeps the data and sends it to PostHog (${posthogHost}).`
    : 'The data stays on this site’s own server. Nobody else receives it.';
  return {
    language: 'en',
    title: 'May we measure how this page is used?',
    description: `Only if you accept, we record how far you scroll, sections you see, sign-up buttons you press and whether you sent a form. ${where} We remember your answer for ${CONSENT_DAYS} days. You can turn analytics off at any time, at the foot of every page.`,
    accept: 'Accept analytics',
    reject: 'Reject analytics',
    manage: 'Details',
    save: 'Save my choice',
    policyLink: 'Cookie policy',
    preferencesTitle: 'Cookie settings',
    analyticsTitle: 'Analytics',
    analyticsDescription: `We record four things under a random identifier: how far you scroll, the sections you see, the sign-up buttons you press, and the outcome of a form. With a form we record the domain of the e-mail address: the part after the @, which may identify a person. Each record also holds the page’s path, and whether your screen is small, medium or large. It holds the site or campaign link that brought you here. We never record your full e-mail address, your IP address or your browser’s identification. ${where} Without your consent we measure nothing at all.`,
  };
}
