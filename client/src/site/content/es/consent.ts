import type { EventName } from '#shared/events';
import { CONSENT_DAYS } from '#shared/limits';
import type * as english from '../en/consent.ts';

/** What is recorded of each event: in the question, and in the settings. */
const RECORDED: Record<EventName, { question: string; settings: string }> = {
  scroll: { question: 'desplazamiento', settings: 'hasta dónde te desplazas' },
  section_view: { question: 'secciones vistas', settings: 'las secciones que ves' },
  button_click: {
    question: 'botones pulsados',
    settings: 'los botones de inscripción que pulsas',
  },
  form_submit: {
    question: 'formularios enviados',
    settings: 'el resultado de un formulario',
  },
};

export const closeLabel = 'Cerrar';

export const consentText: typeof english.consentText = (posthogHost) => {
  const where = posthogHost
    ? `El propio servidor de este sitio guarda los datos y los envía a PostHog (${posthogHost})`
    : 'Los datos se quedan en el propio servidor de este sitio';
  const recorded = Object.values(RECORDED);
  const questions = recorded.map(({ question }) => question);
  const settings = recorded.map(({ settings }) => settings);
  return {
    title: `¿Podemos medir cómo se usa esta página: ${questions.slice(0, -1).join(', ')} y ${questions.at(-1)}?`,
    description: `${where}. Guardamos tu respuesta ${CONSENT_DAYS} días; puedes cambiarla al pie de cada página.`,
    accept: 'Aceptar',
    reject: 'Rechazar',
    manage: 'Detalles',
    save: 'Guardar mi elección',
    policyLink: 'Política de cookies',
    preferencesTitle: 'Ajustes de cookies',
    analyticsTitle: 'Analítica',
    analyticsDescription: `Registramos lo siguiente con un identificador aleatorio: ${settings.slice(0, -1).join(', ')} y ${settings.at(-1)}. De un formulario registramos solo el dominio del correo electrónico, la parte que sigue a la @, que puede identificar a una persona. Cada registro contiene también la ruta de la página, el tamaño de tu pantalla (pequeño, mediano o grande) y el sitio o el enlace de campaña que te trajo aquí. Nunca registramos tu dirección de correo completa, tu dirección IP ni la identificación de tu navegador. ${where}${posthogHost ? '' : ' y nadie más los recibe'}. Sin tu consentimiento no medimos nada.`,
  };
};
