import type { EventName } from '#shared/events';
import { CONSENT_DAYS } from '#shared/limits';
import type * as english from '../en/consent.ts';

/** What is recorded of each event: in the question, and in the settings. */
const RECORDED: Record<EventName, { question: string; settings: string }> = {
  scroll: { question: 'Scrollen', settings: 'wie weit Sie scrollen' },
  section_view: { question: 'gesehene Abschnitte', settings: 'welche Abschnitte Sie sehen' },
  button_click: {
    question: 'gedrückte Knöpfe',
    settings: 'welche Anmeldeknöpfe Sie drücken',
  },
  form_submit: {
    question: 'gesendete Formulare',
    settings: 'wie das Absenden eines Formulars ausging',
  },
};

export const closeLabel = 'Schließen';

export const consentText: typeof english.consentText = (posthogHost) => {
  const where = posthogHost
    ? `Der eigene Server dieser Website speichert die Daten und gibt sie an PostHog (${posthogHost}) weiter`
    : 'Die Daten bleiben auf dem eigenen Server dieser Website';
  const recorded = Object.values(RECORDED);
  const questions = recorded.map(({ question }) => question);
  const settings = recorded.map(({ settings }) => settings);
  return {
    title: `Dürfen wir messen, wie diese Seite genutzt wird: ${questions.slice(0, -1).join(', ')} und ${questions.at(-1)}?`,
    description: `${where}. Ihre Antwort merken wir uns ${CONSENT_DAYS} Tage; ändern können Sie sie am Fuß jeder Seite.`,
    accept: 'Analyse erlauben',
    reject: 'Analyse ablehnen',
    manage: 'Details',
    save: 'Meine Wahl speichern',
    policyLink: 'Cookie-Richtlinie',
    preferencesTitle: 'Cookie-Einstellungen',
    analyticsTitle: 'Analyse',
    analyticsDescription: `Wir erfassen unter einer zufälligen Kennung: ${settings.slice(0, -1).join(', ')} und ${settings.at(-1)}. Von einem Formular erfassen wir nur die Domain der E-Mail-Adresse, also den Teil nach dem @; er kann auf eine Person hinweisen. Zu jedem Eintrag gehören auch der Pfad der Seite, die Größe Ihres Bildschirms (klein, mittel oder groß) und die Website oder der Kampagnenlink, über den Sie gekommen sind. Niemals erfassen wir Ihre vollständige E-Mail-Adresse, Ihre IP-Adresse oder die Kennung Ihres Browsers. ${where}${posthogHost ? '' : ', und niemand sonst bekommt sie'}. Ohne Ihre Einwilligung messen wir nichts.`,
  };
};
