import type { EventName } from '#shared/events';
import { CONSENT_DAYS } from '#shared/limits';
import type { ConsentText } from '#shared/page';

/** What is recorded of each event: in the question, and in the settings. */
const RECORDED: Record<EventName, { question: string; settings: string }> = {
  scroll: { question: 'scrolling', settings: 'how far you scroll' },
  section_view: { question: 'sections seen', settings: 'the sections you see' },
  button_click: {
    question: 'buttons pressed',
    settings: 'the sign-up buttons you press',
  },
  form_submit: { question: 'forms sent', settings: 'the outcome of a form' },
};

/** The name of the button that closes the settings. It is no part of what people agree to. */
export const closeLabel = 'Close';

/**
 * Returns what the consent dialogs say. The question is two sentences, the title and the description, because its
 * strip must be low. The recipients are part of the text, so that configuring PostHog changes the text, its hash and
 * with it the revision: everybody is asked again.
 */
export function consentText(posthogHost: string | null): Omit<ConsentText, 'language'> {
  const where = posthogHost
    ? `This site’s own server keeps the data and sends it to PostHog (${posthogHost})`
    : 'The data stays on this site’s own server';
  const recorded = Object.values(RECORDED);
  const questions = recorded.map(({ question }) => question);
  const settings = recorded.map(({ settings }) => settings);
  return {
    title: `May we measure how this page is used: ${questions.slice(0, -1).join(', ')} and ${questions.at(-1)}?`,
    description: `${where}, and you can change your answer, kept for ${CONSENT_DAYS} days, at the foot of every page.`,
    accept: 'Accept analytics',
    reject: 'Reject analytics',
    manage: 'Details',
    save: 'Save my choice',
    policyLink: 'Cookie policy',
    preferencesTitle: 'Cookie settings',
    analyticsTitle: 'Analytics',
    analyticsDescription: `We record the following under a random identifier: ${settings.slice(0, -1).join(', ')} and ${settings.at(-1)}. From a form we record only the domain of the e-mail address, the part after the @, which may identify a person. Each record also holds the page’s path, the size of your screen (small, medium or large), and the site or campaign link that brought you here. We never record your full e-mail address, your IP address or your browser’s identification. ${where}${posthogHost ? '' : ', and nobody else receives it'}. Without your consent we measure nothing.`,
  };
}
