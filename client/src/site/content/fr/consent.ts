import type { EventName } from '#shared/events';
import { CONSENT_DAYS } from '#shared/limits';
import type * as english from '../en/consent.ts';

/** What is recorded of each event: in the question, and in the settings. */
const RECORDED: Record<EventName, { question: string; settings: string }> = {
  scroll: { question: 'défilement', settings: 'jusqu’où vous faites défiler la page' },
  section_view: { question: 'sections vues', settings: 'les sections que vous voyez' },
  button_click: {
    question: 'boutons utilisés',
    settings: 'les boutons d’inscription que vous utilisez',
  },
  form_submit: {
    question: 'formulaires envoyés',
    settings: 'le résultat de l’envoi d’un formulaire',
  },
};

export const closeLabel = 'Fermer';

export const consentText: typeof english.consentText = (posthogHost) => {
  const where = posthogHost
    ? `Le serveur de ce site conserve les données et les transmet à PostHog (${posthogHost})`
    : 'Les données restent sur le serveur de ce site';
  const recorded = Object.values(RECORDED);
  const questions = recorded.map(({ question }) => question);
  const settings = recorded.map(({ settings }) => settings);
  return {
    title: `Pouvons-nous mesurer l’usage de cette page : ${questions.slice(0, -1).join(', ')} et ${questions.at(-1)} ?`,
    description: `${where}. Votre réponse, conservée ${CONSENT_DAYS} jours, peut être modifiée en bas de chaque page.`,
    accept: 'Accepter',
    reject: 'Refuser',
    manage: 'Détails',
    save: 'Enregistrer mon choix',
    policyLink: 'Politique relative aux cookies',
    preferencesTitle: 'Paramètres des cookies',
    analyticsTitle: 'Mesure d’audience',
    analyticsDescription: `Nous enregistrons ce qui suit sous un identifiant aléatoire : ${settings.slice(0, -1).join(', ')} et ${settings.at(-1)}. D’un formulaire, nous n’enregistrons que le domaine de l’adresse e-mail, c’est-à-dire la partie après le @, qui peut permettre d’identifier une personne. Chaque enregistrement contient aussi le chemin de la page, la taille de votre écran (petit, moyen ou grand) et le site ou le lien de campagne d’où vous venez. Nous n’enregistrons jamais votre adresse e-mail complète, votre adresse IP ni l’identification de votre navigateur. ${where}${posthogHost ? '' : ', et personne d’autre ne les reçoit'}. Sans votre consentement, nous ne mesurons rien.`,
  };
};
