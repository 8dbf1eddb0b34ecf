import { CONSENT_COOKIE, CONSENT_DAYS, proofDays } from '#shared/limits';
import { type PageData, sendsMail } from '#shared/page';
import type * as english from '../en/processing.ts';
import { mailLink, mailProvider, postalAddress } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

const plural = new Intl.PluralRules('es');
export const days = (count: number) =>
  `${count} ${plural.select(count) === 'one' ? 'día' : 'días'}`;

export const legalBases = ((data) => ({
  kind: 'facts',
  items: [
    {
      term: 'Inscripciones',
      detail:
        'Para informarte del acceso anticipado y responder a tu solicitud. Son medidas precontractuales que tomamos a petición tuya: art. 6, apdo. 1, letra b), del RGPD.',
    },
    ...(sendsMail(data)
      ? [
          {
            term: 'Confirmación por correo',
            detail:
              'Para pedir al titular de una dirección que confirme la inscripción, de modo que nadie pueda inscribir a otra persona. Tanto nosotros como el titular tenemos un interés legítimo en ello: art. 6, apdo. 1, letra f), del RGPD.',
          },
        ]
      : []),
    {
      term: 'Analítica',
      detail:
        'Para saber qué partes de este sitio ayudan a los visitantes y dónde abandonan. Solo lo hacemos con tu consentimiento: art. 6, apdo. 1, letra a), del RGPD y, en cuanto a lo que se guarda o se lee en tu dispositivo, § 25, apdo. 1, de la TDDDG.',
    },
    {
      term: 'Cookie de consentimiento',
      detail:
        'Para recordar tu respuesta y no preguntarte en cada página. Es estrictamente necesaria para ello: § 25, apdo. 2, n.º 2, de la TDDDG.',
    },
    {
      term: 'Prueba del consentimiento',
      detail:
        'Para demostrar que la analítica solo se ejecutó con consentimiento. La ley lo exige: art. 6, apdo. 1, letra c), en relación con el art. 7, apdo. 1, del RGPD.',
    },
    {
      term: 'Límites de peticiones',
      detail:
        'Para que el sitio siga disponible cuando alguien lo inunda de peticiones. Ese es nuestro interés legítimo: art. 6, apdo. 1, letra f), del RGPD.',
    },
    {
      term: 'Correos que nos envías',
      detail:
        'Para responderte. Si se trata de un contrato: art. 6, apdo. 1, letra b), del RGPD. En los demás casos, nuestro interés legítimo en responder: art. 6, apdo. 1, letra f), del RGPD.',
    },
  ],
})) satisfies Translated<typeof english.legalBases>;

export const retention = ((data) => ({
  kind: 'facts',
  items: [
    {
      term: 'Inscripciones',
      detail: `Hasta ${days(data.signupRetentionDays)} después de que te inscribas.`,
    },
    ...(data.unconfirmedRetentionDays === undefined
      ? []
      : [
          {
            term: 'Inscripciones sin confirmar',
            detail: `${days(data.unconfirmedRetentionDays)} después del primer mensaje en el que te pedimos que confirmaras tu dirección.`,
          },
        ]),
    {
      term: 'Eventos',
      detail: `Hasta ${days(data.eventRetentionDays)} en nuestro servidor.`,
    },
    ...(data.posthogHost
      ? [
          {
            term: 'Eventos en PostHog',
            detail:
              'Hasta que termine el plazo de conservación de PostHog. PostHog no tiene ningún perfil tuyo, así que no puede encontrarlos ni eliminarlos antes.',
          },
        ]
      : []),
    ...(data.tellsTeam
      ? [
          {
            term: 'Inscripciones en el servicio de mensajería instantánea de nuestro equipo',
            detail: 'Hasta que termine su plazo de conservación o hasta que se eliminen allí.',
          },
        ]
      : []),
    { term: 'Prueba del consentimiento', detail: proofRetention(data) },
    ...backups(data),
    { term: 'Cookie de consentimiento', detail: `${days(CONSENT_DAYS)}, en tu navegador.` },
    {
      term: 'Recuentos por día y por cuarto de hora',
      detail:
        'Sin límite. Solo dicen con qué frecuencia se sirvió cada página, y con qué frecuencia y dónde se rechazó la analítica. No contienen ningún identificador.',
    },
    {
      term: 'Correos que nos envías',
      detail: 'Hasta que se resuelva tu petición, o más tiempo si una ley lo exige.',
    },
  ],
})) satisfies Translated<typeof english.retention>;

const backups = ({ site: { backupDays } }: PageData) =>
  backupDays === 0
    ? []
    : [
        {
          term: 'Copias de seguridad',
          detail: `Los datos eliminados permanecen en copias de seguridad anteriores ${backupDays === undefined ? 'hasta que también se eliminen estas' : `durante ${days(backupDays)} más como máximo`}. Usamos las copias de seguridad solo para restablecer este sitio después de un fallo.`,
        },
      ];

/** Three years, unless events are kept for so long that their proof must be kept for longer. */
function proofRetention({ eventRetentionDays }: PageData): string {
  const longer = proofDays(eventRetentionDays);
  return longer === null
    ? 'Tres años después de la última decisión con el mismo identificador.'
    : `${days(longer)} después de la última decisión con el mismo identificador. Se conserva tanto tiempo como los eventos que permitió.`;
}

export const recipients = ((data) => [
  ...deliveryOfMail(data),
  ...messagesToTeam(data),
  receivers(data),
  text(
    'Si una empresa de alojamiento gestiona para nosotros ese servidor o su base de datos, lo hace en virtud de un contrato y solo siguiendo nuestras instrucciones (art. 28 del RGPD).',
  ),
]) satisfies Translated<typeof english.recipients>;

function deliveryOfMail(data: PageData) {
  const provider = mailProvider(data);
  if (provider === null) return [];
  return [
    text(
      `${provider} entrega los mensajes en los que te pedimos que confirmes una inscripción. Lo hace por cuenta nuestra y siguiendo nuestras instrucciones (art. 28 del RGPD). Recibe tu nombre, tu dirección de correo y el mensaje, y nada más.`,
    ),
  ];
}

function messagesToTeam({ tellsTeam }: PageData) {
  if (!tellsTeam) return [];
  return [
    text(
      'Cuando te inscribes, nuestro servidor avisa a nuestro equipo en el servicio de mensajería instantánea que este utiliza. Ese servicio actúa por cuenta nuestra y siguiendo nuestras instrucciones (art. 28 del RGPD). Recibe tu nombre, tu dirección de correo, tu canal de YouTube y el uso previsto. Si te das de baja, se le indica que elimine esos datos.',
    ),
  ];
}

/** Said only where nobody receives anything. */
export const nobodyReceives = ((company) =>
  `Nadie ajeno a ${company} recibe tus datos. Las inscripciones, los eventos y las pruebas del consentimiento se quedan en nuestro propio servidor.`) satisfies typeof english.nobodyReceives;

function receivers(data: PageData) {
  const { posthogHost, site } = data;
  const others = [
    mailProvider(data),
    data.tellsTeam ? 'el servicio de mensajería instantánea que usa nuestro equipo' : null,
  ].filter((one) => one !== null);
  const but = others.length === 0 ? '' : `, salvo ${others.join(' y ')}`;
  if (posthogHost) {
    return text([
      `PostHog (${posthogHost}) analiza los eventos para los que diste tu consentimiento. Lo hace por cuenta nuestra y siguiendo nuestras instrucciones. Nuestro servidor le envía los eventos y los datos registrados con ellos, `,
      {
        text: 'tal como se enumeran en la política de privacidad',
        href: '/privacy#information-we-collect',
      },
      '. PostHog nunca recibe tu nombre, tu dirección de correo completa ni tu dirección IP. Tu navegador nunca se conecta con PostHog. ',
      `Nadie más recibe las inscripciones ni las pruebas del consentimiento${but}.`,
    ]);
  }
  return text(
    others.length === 0
      ? nobodyReceives(site.company)
      : `Nadie ajeno a ${site.company} recibe tus datos${but}. Los eventos y las pruebas del consentimiento se quedan en nuestro propio servidor.`,
  );
}

const scc =
  'las cláusulas contractuales tipo de la Comisión Europea (art. 46, apdo. 2, letra c), del RGPD)';

/** Said only where nobody receives anything. */
export const noTransfers = `Este sitio no comunica datos personales a nadie, de modo que tampoco los transfiere a países de fuera del Espacio Económico Europeo. Si su propio servidor o su base de datos están en un país así, la base jurídica son ${scc}, salvo que la Comisión haya declarado adecuada la protección en ese país (art. 45 del RGPD).`;

export const transfers = ((data) => {
  const provider = mailProvider(data);
  const all = [
    ...(data.posthogHost ? [transferOfEvents(data.posthogHost)] : []),
    ...(provider === null ? [] : [ifAbroad(`${provider} trata nuestros mensajes`)]),
    ...(data.tellsTeam
      ? [
          ifAbroad(
            'el servicio de mensajería instantánea que usa nuestro equipo trata las inscripciones',
          ),
        ]
      : []),
  ];
  return all.length === 0 ? [text(noTransfers)] : all;
}) satisfies Translated<typeof english.transfers>;

/** For recipients that only the operator knows. */
const ifAbroad = (handling: string) =>
  text(
    `Si ${handling} fuera del Espacio Económico Europeo, la base jurídica de esa transferencia son ${scc}, salvo que la Comisión haya declarado adecuada la protección en el país en cuestión (art. 45 del RGPD).`,
  );

function transferOfEvents(posthogHost: string) {
  const cloud = /^(eu|us)(\.i)?\.posthog\.com$/.exec(posthogHost)?.[1];
  switch (cloud) {
    case 'eu':
      return text(
        `PostHog conserva los eventos en servidores de la Unión Europea (${posthogHost}). La empresa titular, PostHog, Inc., tiene su sede en los Estados Unidos. Si tiene acceso a ellos desde allí, la base jurídica son ${scc}.`,
      );
    case 'us':
      return text(
        `PostHog conserva los eventos en servidores de los Estados Unidos (${posthogHost}). La base jurídica de esa transferencia son ${scc}.`,
      );
    default:
      return text(
        `Los eventos se envían a PostHog, en ${posthogHost}. Si ese servidor está fuera del Espacio Económico Europeo, la base jurídica de la transferencia son ${scc}, salvo que la Comisión haya declarado adecuada la protección en ese país (art. 45 del RGPD).`,
      );
  }
}

export const gdprRights = (() =>
  list(
    'Acceso: saber si tenemos datos sobre ti y obtener una copia (art. 15).',
    'Rectificación: que se corrija lo que sea incorrecto (art. 16).',
    'Supresión: que se eliminen tus datos (art. 17).',
    'Limitación: que se conserven pero no se usen, por ejemplo mientras examinamos una oposición (art. 18).',
    'Portabilidad: recibir lo que nos diste en un formato de lectura mecánica (art. 20).',
    'Oposición: oponerte a lo que hacemos por un interés legítimo, por motivos derivados de tu situación (art. 21).',
    'Retirada: retirar un consentimiento en cualquier momento. Lo que hicimos antes sigue siendo lícito (art. 7, apdo. 3).',
  )) satisfies Translated<typeof english.gdprRights>;

export const howToAsk = (({ site, posthogHost }) => [
  text([
    'Escribe a ',
    mailLink(site),
    ` o a ${postalAddress(site)}. No cuesta nada ni requiere ningún formulario. Si se trata de una inscripción, escribe desde la dirección con la que te inscribiste, para que sepamos que es tuya.`,
  ]),
  text([
    'La analítica no registra ningún nombre, solo el identificador aleatorio de la cookie ',
    { code: CONSENT_COOKIE },
    '. Para eso no tienes que escribirnos: la ',
    { text: 'política de cookies', href: '/cookies#managing' },
    ' muestra todo lo que guardamos con ese identificador y te permite descargarlo y eliminarlo. Sin la cookie, nadie puede saber qué registros son tuyos.',
  ]),
  ...(posthogHost
    ? [
        text(
          'Al eliminarlos, esos registros se borran de nuestro servidor. Los eventos ya enviados a PostHog no se pueden encontrar allí con ese identificador. Permanecen hasta que termine el plazo de conservación de PostHog.',
        ),
      ]
    : []),
  text(
    'Para detener la analítica, pulsa “Desactivar analítica” al pie de cualquier página. Tiene efecto inmediato.',
  ),
]) satisfies Translated<typeof english.howToAsk>;
