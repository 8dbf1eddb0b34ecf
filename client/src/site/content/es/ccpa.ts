import type { EventName } from '#shared/events';
import type { PageData } from '#shared/page';
import type * as english from '../en/ccpa.ts';
import { mailLink, mailProvider, phoneLink } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';
import { howToAsk, retention } from './processing.ts';

/** What is recorded of each event. */
const RECORDED: Record<EventName, string> = {
  scroll: 'hasta dónde te desplazas',
  section_view: 'las secciones vistas',
  button_click: 'los botones de inscripción pulsados',
  form_submit: 'el resultado de un formulario con el dominio del correo electrónico',
};

/** Said only where nobody receives anything. */
export const noServiceProviders =
  'Ninguna otra empresa recibe nada de esta información, salvo que una gestione el servidor para nosotros. Esa empresa es un proveedor de servicios, y su contrato le prohíbe cualquier otro uso.';

function serviceProviders(data: PageData) {
  const mail = mailProvider(data);
  const named = [
    data.posthogHost
      ? `PostHog, en ${data.posthogHost}, analiza para nosotros la actividad en internet.`
      : null,
    mail &&
      `${mail} entrega el mensaje en el que te pedimos que confirmes una inscripción, con tu nombre y tu dirección de correo.`,
    data.tellsTeam
      ? 'El servicio de mensajería instantánea que usa nuestro equipo recibe lo que escribes al inscribirte: tu nombre, tu dirección de correo, el uso previsto y tu canal de YouTube.'
      : null,
  ].filter((one) => one !== null);
  return named.length === 0
    ? [text(noServiceProviders)]
    : [
        text(
          'Estos proveedores de servicios reciben parte de esta información. Sus contratos les prohíben cualquier otro uso:',
        ),
        list(...named),
      ];
}

export const content = ((data) => ({
  heading: 'Aviso para residentes de California',
  lead: 'La Ley de Privacidad del Consumidor de California (CCPA) te da derecho a saber, a eliminar, a excluirte y a no sufrir discriminación. Respetamos estos derechos para cualquier persona que lo pida.',
  sections: [
    {
      id: 'know',
      heading: 'Derecho a saber',
      blocks: [
        text(
          'Puedes preguntar qué información personal sobre ti hemos recopilado, de dónde procede, para qué sirve y quién la ha recibido. También puedes pedir una copia. Recopilamos estas categorías, y lo hemos hecho durante los últimos doce meses:',
        ),
        {
          kind: 'facts',
          items: [
            {
              term: 'Identificadores',
              detail:
                'Nombre y correo electrónico, si te inscribes; un identificador aleatorio en una cookie, si aceptas la analítica.',
            },
            {
              term: 'Actividad en internet',
              detail: `Solo si aceptas la analítica: ${Object.values(RECORDED).join(', ')}, y cómo llegaste a este sitio.`,
            },
            {
              term: 'Lo que escribes',
              detail: 'El uso previsto y tu canal de YouTube, si los indicas.',
            },
            {
              term: 'Información sensible',
              detail: 'Ninguna.',
            },
          ],
        },
        text([
          'Toda ella procede de ti o de tu navegador. La usamos para informarte del acceso anticipado, para responder a tu solicitud y, con tu consentimiento, para mejorar este sitio. Encontrarás los detalles en la ',
          { text: 'política de privacidad', href: '/privacy' },
          '.',
        ]),
        ...serviceProviders(data),
        text('Conservamos la información durante este tiempo:'),
        retention(data),
      ],
    },
    {
      id: 'delete',
      heading: 'Derecho a eliminar',
      blocks: [
        text(
          'Puedes pedirnos que eliminemos lo que tenemos sobre ti y que corrijamos lo que sea incorrecto. Después de eliminarlo conservamos solo lo que exige la ley, como la prueba de un consentimiento, y te lo decimos si es así.',
        ),
      ],
    },
    {
      id: 'opt-out',
      heading: 'Derecho de exclusión (opt-out)',
      blocks: [
        text(
          'No vendemos la información personal de adultos ni de menores, ni la compartimos para publicidad entre sitios. Tampoco lo hemos hecho en los últimos doce meses. No hay nada de lo que excluirse, así que este sitio no tiene un enlace para ello.',
        ),
        text(
          'Aun así, respetamos la señal Global Privacy Control. Si tu navegador la envía, no te preguntamos por la analítica, no medimos nada de lo que haces y no guardamos nada en tu dispositivo.',
        ),
        text([
          'La analítica está desactivada hasta que la aceptes. Puedes volver a desactivarla al pie de cada página y en los ',
          { text: 'ajustes de cookies', href: '/cookies#managing' },
          '.',
        ]),
      ],
    },
    {
      id: 'non-discrimination',
      heading: 'Derecho a la no discriminación',
      blocks: [
        text(
          'No te discriminamos por ejercer estos derechos. Tienes las mismas páginas, la misma lista de espera, los mismos precios y los mismos descuentos que cualquier otra persona.',
        ),
      ],
    },
    {
      id: 'requests',
      heading: 'Cómo pedirlo y cuándo respondemos',
      blocks: [
        ...howToAsk(data),
        list(
          'Respondemos a las solicitudes en un plazo de 45 días.',
          'Otra persona puede pedirlo en tu nombre. En ese caso necesitamos tu permiso por escrito, enviado desde tu propia dirección.',
        ),
        text(['Preguntas: ', mailLink(data.site), ' o ', phoneLink(data.site), '.']),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
