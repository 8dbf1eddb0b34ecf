import type { EventName } from '#shared/events';
import { CONSENT_COOKIE, CONSENT_DAYS } from '#shared/limits';
import { type PageData, sendsMail } from '#shared/page';
import type * as english from '../en/privacy.ts';
import { mailLink, phoneLink, postalAddress } from '../identity.ts';
import { type Inline, list, subheading, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';
import {
  gdprRights,
  howToAsk,
  legalBases,
  recipients,
  retention,
  transfers,
} from './processing.ts';

export const content = ((data) => ({
  heading: 'Política de privacidad',
  lead: 'Puedes leer todo este sitio sin decirnos quién eres. Medimos lo que haces aquí solo si estás de acuerdo. Usamos lo que escribes solo para el fin para el que lo escribiste.',
  updated: 'Última actualización: 15 de junio de 2025',
  sections: [
    {
      id: 'introduction',
      heading: 'Introducción',
      blocks: [
        text(
          `Esta política explica qué hace este sitio web con los datos personales: qué se guarda, por qué, durante cuánto tiempo y quién lo recibe. El responsable del tratamiento de estos datos según el RGPD es ${postalAddress(data.site)}.`,
        ),
        text([
          `Esta política se aplica al sitio web. Para los videos que dobles con ${data.site.brand}, consulta nuestras `,
          { text: 'condiciones de uso', href: '/terms' },
          ' y el ',
          { text: 'contrato de encargo del tratamiento', href: '/dpa' },
          '.',
        ]),
      ],
    },
    {
      id: 'information-we-collect',
      heading: 'Qué información recopilamos',
      blocks: [...personalData(data), ...usageData, ...technicalData, ...contentData],
    },
    {
      id: 'use',
      heading: 'Cómo la usamos',
      blocks: [
        text('Usamos los datos para estos fines. Cada uno tiene una base jurídica:'),
        legalBases(data),
        text(
          'No vendemos tus datos, no mostramos publicidad y no dejamos ninguna decisión sobre ti en manos de una máquina.',
        ),
      ],
    },
    { id: 'recipients', heading: 'Quién la recibe', blocks: recipientsAndTransfers(data) },
    { id: 'retention', heading: 'Cuánto tiempo la conservamos', blocks: [retention(data)] },
    { id: 'security', heading: 'Seguridad', blocks: security(data) },
    {
      id: 'rights',
      heading: 'Tus derechos',
      blocks: [
        gdprRights(),
        ...howToAsk(data),
        text([
          'También puedes presentar una reclamación ante una autoridad de protección de datos. Encontrarás más sobre tus derechos en el ',
          { text: 'aviso sobre el RGPD', href: '/gdpr' },
          ' y, si vives en California, en el ',
          { text: 'aviso de la CCPA', href: '/ccpa' },
          '.',
        ]),
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies',
      blocks: [
        text([
          'Para ti, este sitio instala una sola cookie, y solo cuando ya has elegido. La ',
          { text: 'política de cookies', href: '/cookies' },
          ' explica qué contiene y te permite cambiar tu elección. Si cambiamos la pregunta, te preguntamos de nuevo.',
        ]),
      ],
    },
    {
      id: 'contact',
      heading: 'Contacto',
      blocks: [
        text([
          'Preguntas sobre esta política: ',
          mailLink(data.site),
          ', ',
          phoneLink(data.site),
          ` o por correo postal a ${postalAddress(data.site)}.`,
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;

const personalData = (data: PageData) =>
  [
    subheading('Datos personales'),
    text(
      'Si te unes a la lista de espera o solicitas acceso a la beta, guardamos lo que escribes en el formulario:',
    ),
    list(
      'tu nombre y tu correo electrónico;',
      'tu canal de YouTube, si lo indicas;',
      'el uso previsto, que solo necesitamos para la beta;',
      'si elegiste la lista de espera o la beta, y cuándo;',
      'el idioma de la página.',
    ),
    ...(sendsMail(data)
      ? [
          text(
            'Después enviamos a esa dirección un mensaje que te pide confirmarla. Guardamos cuándo lo hiciste, y qué respondió tu servidor de correo si no aceptó el mensaje. El mensaje no contiene ninguna imagen oculta y no registra si lo abres. Sus enlaces llevan a este sitio, y uno de ellos te permite eliminar tu inscripción.',
          ),
        ]
      : []),
    text([
      'No tienes que escribir nada, pero sin un nombre y un correo electrónico no podemos ponerte en ninguna lista. El formulario de la ',
      { text: 'página de contacto', href: '/contact' },
      ' no nos envía nada: abre tu propio programa de correo. Si después nos escribes, recibimos tu correo.',
    ]),
  ] as const;

/** What is recorded of each event. */
const RECORDED: Record<EventName, Inline> = {
  scroll: [
    'hasta dónde te desplazas en la página de inicio: 25, 50, 75, 90 o 100 por ciento (',
    { code: 'percent_scrolled' },
    ')',
  ],
  section_view: [
    'qué secciones de esa página ves: hero, pipeline, benefits o signup (',
    { code: 'section_name' },
    ')',
  ],
  button_click: [
    'qué botón de inscripción pulsas (',
    { code: 'button_name' },
    ') y si está en el encabezado, en la portada o en el menú (',
    { code: 'click_location' },
    ')',
  ],
  form_submit: [
    'que se envió un formulario de inscripción: cuál (',
    { code: 'form_type' },
    '), si se completó, si era un duplicado o si falló (',
    { code: 'event_label' },
    '), y el dominio del correo electrónico (',
    { code: 'email_domain' },
    ')',
  ],
};

const usageData = [
  subheading('Datos de uso'),
  text(
    'Registramos estos eventos solo si das tu consentimiento a la analítica, y solo a partir de ese momento:',
  ),
  {
    kind: 'facts',
    items: Object.entries(RECORDED).map(([term, detail]) => ({ term, detail })),
  },
  text(
    'El dominio es la parte de una dirección que sigue a la @. Puede identificar a una persona, por ejemplo al titular de un dominio personal. La dirección completa nunca forma parte de un evento.',
  ),
  text('Con cada evento registramos:'),
  list(
    'su hora y dos identificadores aleatorios: el de la cookie de consentimiento y otro que dura hasta que cierres la página;',
    'la ruta de la página, sin la consulta que la sigue, y su idioma;',
    'el nombre de host del sitio cuyo enlace te trajo aquí;',
    [
      'las etiquetas de campaña de ese enlace (',
      { code: 'utm_source' },
      ', ',
      { code: 'utm_medium' },
      ' y ',
      { code: 'utm_campaign' },
      ', también ',
      { code: 'utm_term' },
      ' o ',
      { code: 'utm_content' },
      ');',
    ],
    'si tu ventana es pequeña, mediana o grande.',
  ),
  text(
    'Sin tu consentimiento, el servidor solo cuenta cuántas veces sirve cada página en cada cuarto de hora y cuántos visitantes piden una página, rechazan o se inscriben, cada dirección IP una vez al día. Estos recuentos no contienen ningún identificador ni ninguna dirección.',
  ),
] as const;

const technicalData = [
  subheading('Datos técnicos'),
  text(
    'Con cada petición, tu navegador envía tu dirección IP y su propia identificación (el agente de usuario). Este sitio no escribe ninguna de las dos en una tabla ni en un registro, ni las comunica a nadie. Para protegerse de una avalancha de peticiones, el servidor las cuenta por dirección IP. Lo hace solo en memoria, con un hash de la dirección. La clave de ese hash se crea en cada arranque y nunca se guarda. El servidor conserva el hash mientras tengas una conexión abierta y lo elimina en las 24 horas siguientes.',
  ),
  text([
    'Tu respuesta a la pregunta sobre la analítica se conserva en la cookie ',
    { code: CONSENT_COOKIE },
    ` durante ${CONSENT_DAYS} días. Si aceptas, o si después retiras tu consentimiento, el servidor conserva esa decisión como prueba. La prueba contiene el identificador aleatorio, qué decidiste y cuándo, y el texto y el idioma que se te mostraron. También contiene dónde hiciste clic y si tu navegador envió Global Privacy Control. Si rechazas y nunca has aceptado, el servidor solo cuenta el rechazo, por cuarto de hora y por el lugar donde hiciste clic.`,
  ]),
  text(
    'Si tu navegador envía la señal Global Privacy Control, la entendemos como un no: no te preguntamos, no medimos nada de lo que haces y no guardamos nada en tu dispositivo.',
  ),
] as const;

const contentData = [
  subheading('Datos de contenido'),
  text(
    'A este sitio web no puedes subir nada. El único contenido tuyo que guarda es lo que escribes en el formulario de inscripción.',
  ),
  text([
    'Los videos que nos das para doblar siguen siendo tuyos. El contenido subido se elimina normalmente en los 30 días siguientes al fin del procesamiento; las ',
    { text: 'condiciones de uso', href: '/terms#content' },
    ' dicen lo mismo.',
  ]),
] as const;

const recipientsAndTransfers = (data: PageData) =>
  [
    ...recipients(data),
    ...transfers(data),
    text(
      'Mientras estás aquí, tu navegador se conecta con este sitio y con ningún otro. Las fuentes, las imágenes y los scripts proceden todos de nuestro propio servidor.',
    ),
  ] as const;

const security = ({ site }: PageData) =>
  [
    list(
      ...(site.url.startsWith('https:')
        ? ['Todas las páginas y los formularios se transmiten cifrados (TLS).']
        : []),
      'Este sitio indica a tu navegador que no cargue nada más ni se conecte con nadie más, lo que mantiene fuera cualquier otro código.',
      'Los visitantes pueden añadir inscripciones. En nuestro servidor, nadie puede leerlas, listarlas ni cambiarlas sin una clave que solo tenemos nosotros.',
      'Lo que no guardamos no se puede filtrar: ningún registro del servidor contiene direcciones IP, identificaciones de navegadores ni direcciones de correo de nadie.',
    ),
    text(
      'Ningún sistema es seguro frente a todos los ataques. Si una brecha te expone a un alto riesgo, te lo comunicamos.',
    ),
  ] as const;
