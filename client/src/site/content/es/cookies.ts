import type { EventName } from '#shared/events';
import { GROWTH_SESSION_HOURS, growthCookieFor } from '#shared/growth-cookie';
import { CONSENT_COOKIE, CONSENT_DAYS, NO_CONSENT_ID } from '#shared/limits';
import type * as english from '../en/cookies.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

/** What is recorded of each event. */
const RECORDED: Record<EventName, string> = {
  scroll: 'hasta dónde te desplazas en la página de inicio (25, 50, 75, 90 y 100 por ciento);',
  section_view: 'qué secciones de esa página ves;',
  button_click: 'qué botones de inscripción pulsas, y dónde;',
  form_submit:
    'el resultado de un formulario de inscripción y el dominio del correo electrónico. El dominio es la parte que sigue a la @ y puede identificar a una persona.',
};

export const content = (({ site, posthogHost, eventRetentionDays }) => ({
  heading: 'Política de cookies',
  lead: 'Para sus visitantes, este sitio instala una sola cookie. Recuerda tu elección sobre la analítica y solo se instala cuando ya has elegido. No se guarda nada más en tu dispositivo.',
  sections: [
    {
      id: 'essential',
      heading: 'Cookies necesarias',
      blocks: [
        text(
          'No se guarda nada antes de que respondas a la pregunta sobre la analítica. Después, una cookie conserva tu respuesta para que no te preguntemos en cada página.',
        ),
        {
          kind: 'table',
          caption: 'Todas las cookies de este sitio',
          head: ['Nombre', 'Finalidad', 'Origen', 'Duración'],
          rows: [
            [
              [{ code: CONSENT_COOKIE }],
              `Recuerda si aceptaste o rechazaste la analítica. Si la aceptas, contiene un identificador aleatorio con el que queda registrado tu consentimiento. Si la rechazas y nunca la has aceptado, contiene en su lugar la palabra “${NO_CONSENT_ID}”.`,
              'Este sitio',
              `${CONSENT_DAYS} días`,
            ],
            [
              [{ code: growthCookieFor(site.url) }],
              'Solo para quienes administran este sitio. Mantiene abierta su sesión mientras consultan las cifras del sitio. Los visitantes nunca la reciben.',
              'Este sitio',
              `${GROWTH_SESSION_HOURS} horas`,
            ],
          ],
        },
      ],
    },
    {
      id: 'analytics',
      heading: 'Analítica',
      blocks: [
        text(
          'La analítica está desactivada hasta que la aceptes y no instala ninguna otra cookie. Antes, tu navegador ni siquiera carga su código. Si la aceptas, registramos lo siguiente con el identificador aleatorio mencionado:',
        ),
        list(...Object.values(RECORDED)),
        text(
          'Con cada uno de estos datos registramos la hora, la ruta y el idioma de la página y si tu ventana es pequeña, mediana o grande. También registramos el sitio desde el que llegaste y las etiquetas de campaña del enlace que seguiste. Nunca registramos tu dirección de correo completa, tu dirección IP ni la identificación de tu navegador.',
        ),
        text(
          posthogHost
            ? `El propio servidor de este sitio conserva estos registros durante ${eventRetentionDays} días como máximo y los envía a PostHog, en ${posthogHost}. Tu navegador nunca se conecta con PostHog.`
            : `El propio servidor de este sitio conserva estos registros durante ${eventRetentionDays} días como máximo. Nadie más los recibe.`,
        ),
      ],
    },
    {
      id: 'marketing',
      heading: 'Cookies publicitarias',
      blocks: [text('Ninguna. Este sitio no muestra publicidad ni te sigue a otros sitios.')],
    },
    {
      id: 'third-party',
      heading: 'Cookies de terceros',
      blocks: [
        text(
          'Ninguna. Todos los archivos de este sitio, incluidas las fuentes y las imágenes, proceden de su propio servidor. Durante tu visita, tu navegador no se conecta con ninguna otra empresa.',
        ),
      ],
    },
    {
      id: 'managing',
      heading: 'Gestionar preferencias',
      blocks: [
        text(
          `Conservamos tu elección durante ${CONSENT_DAYS} días, o hasta que cambiemos la pregunta. Entonces te preguntamos de nuevo. Puedes cambiar tu elección en cualquier momento, aquí o al pie de cada página. Aquí también puedes ver, descargar y eliminar lo que guardamos sobre este navegador. No necesitas una cuenta.`,
        ),
        { kind: 'widget', widget: 'my-data' },
        { kind: 'widget', widget: 'consent-choice' },
        text(
          'Si tu navegador envía la señal Global Privacy Control, la entendemos como un no: no te preguntamos, no medimos nada y no guardamos nada. También puedes eliminar la cookie en la configuración de tu navegador. En ese caso te preguntamos de nuevo.',
        ),
        text([
          'Preguntas sobre esta política: ',
          { text: site.email, href: `mailto:${site.email}` },
          '.',
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;

const plural = new Intl.PluralRules('es');

export const myDataContent = {
  choice: {
    gpc: 'Tu navegador envía la señal Global Privacy Control, que cuenta como un no. No te preguntamos y no se mide nada.',
    unknown: 'Aún no has elegido. No se mide nada y no se guarda nada en tu dispositivo.',
    granted: (date) => `Aceptaste la analítica el ${date}.`,
    refused: (date) => `Rechazaste la analítica el ${date}.`,
    identifier: 'Tu identificador aquí es',
    identifierEnd: '.',
    noIdentifier: 'Este navegador no tiene identificador aquí, así que no guardamos nada sobre él.',
  },
  loading: 'Buscando lo que guardamos con tu identificador…',
  failed: 'No se pudieron consultar tus datos. Revisa tu conexión e inténtalo de nuevo.',
  retry: 'Intentar de nuevo',
  needsScript: 'Necesitas JavaScript para ver lo que guardamos sobre este navegador.',
  nothing: 'Aún no guardamos nada con tu identificador.',
  caption: (shown, total) => {
    if (shown < total) return `Los ${shown} registros más recientes de un total de ${total}`;
    return plural.select(total) === 'one' ? 'Un registro' : `Los ${total} registros`;
  },
  head: { time: 'Fecha', what: 'Qué se registró', where: 'Página' },
  download: 'Descargar mis datos',
  delete: 'Eliminar mis datos',
  question:
    '¿Eliminar todo lo que guardamos con tu identificador? Esto también desactiva la analítica. No se puede deshacer.',
  keep: 'Conservar mis datos',
  confirm: 'Sí, eliminar mis datos',
  deleting: 'Eliminando…',
  outcome: 'Tus datos',
  deleteFailed: 'No se pudieron eliminar tus datos. Revisa tu conexión e inténtalo de nuevo.',
  deleted: (events) =>
    `${plural.select(events) === 'one' ? `Se eliminó ${events} evento` : `Se eliminaron ${events} eventos`}. La analítica está desactivada y este navegador ya no tiene identificador aquí. Conservamos un registro de que diste y retiraste tu consentimiento, porque la ley exige esta prueba.`,
  posthog: (host) =>
    `Los eventos ya enviados a PostHog, en ${host}, no se pueden encontrar allí con este identificador. Permanecen hasta que termine el plazo de conservación de PostHog.`,
  fileName: 'mis-datos.json',
  events: {
    scroll: ({ percent_scrolled }) => `Recorriste el ${percent_scrolled} por ciento de la página`,
    section_view: ({ section_name }) => `Viste la sección “${section_name}”`,
    button_click: ({ button_name, click_location }) =>
      `Pulsaste “${button_name}” (${click_location})`,
    form_submit: ({ form_type, event_label, email_domain }) =>
      `Enviaste el formulario “${form_type}”: ${event_label} (dominio del correo: ${email_domain})`,
  },
  accepted: 'Aceptaste la analítica',
  turnedOff: 'Desactivaste la analítica',
  decision: (what, source, revision, language) =>
    `${what} (${source}, texto ${revision}, ${language})`,
  agreed: (language) => `El texto que aceptaste (${language})`,
} satisfies Translated<typeof english.myDataContent>;
