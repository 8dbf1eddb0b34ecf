import type { SignupProblems } from '#shared/signups';
import type * as english from '../en/signup.ts';
import type { Translated } from '../translated.ts';

const MESSAGE =
  'Te estamos enviando un mensaje. Pulsa el botón que contiene, o escribe aquí su código, para confirmar tu correo. En momentos de mucha demanda tarda unas horas.';

const callSheetTerms = {
  signedUpFor: 'Tu inscripción',
  get: 'Recibes',
  next: 'Próximos pasos',
};

const benefits = {
  notifyme: [
    'El primer aviso del lanzamiento',
    '25\u00a0% de descuento exclusivo por inscribirte pronto',
    'Ayuda prioritaria para empezar',
    'Acceso al webinar de lanzamiento',
  ],
  beta: [
    'Acceso gratis durante la beta',
    '50\u00a0% de descuento de por vida desde el lanzamiento',
    'Canal directo para tus comentarios',
    'Prioridad para las funciones que pidas',
    'Reconocimiento como usuario fundador',
  ],
} as const;

export const signupContent = {
  tabsLabel: '¿Cómo quieres empezar?',
  tabs: {
    notifyme: {
      label: 'Avísame',
      offer: 'Gratis · 25\u00a0% de descuento en el lanzamiento',
      benefitsTitle: 'Ventajas del acceso anticipado',
      benefits: benefits.notifyme,
      submit: 'Avísame',
    },
    beta: {
      label: 'Acceso beta',
      offer: 'Con solicitud · 50\u00a0% de descuento de por vida',
      benefitsTitle: 'Ventajas premium',
      benefits: benefits.beta,
      submit: 'Solicitar acceso beta',
    },
  },
  labels: {
    name: 'Nombre',
    email: 'Correo electrónico',
    youtubeChannel: 'Canal de YouTube (opcional)',
    useCase: 'Uso previsto',
  },
  submitting: 'Enviando…',
  noScript: 'Necesitas JavaScript para enviar este formulario.',
  requiredNote: 'Los campos marcados con * son obligatorios.',
  note: {
    purpose:
      'Usamos lo que escribes solo para informarte del acceso anticipado y responder a tu solicitud.',
    stays: 'Se queda en nuestro propio servidor.',
    kept: 'Lo guardamos en nuestro propio servidor.',
    team: 'También lo recibe el servicio de mensajería instantánea que usa nuestro equipo.',
    mail: (provider) =>
      `Enviamos un mensaje${provider ? ` a través de ${provider}` : ''} a esta dirección para comprobar que es tuya (art. 6, apdo. 1, letra f), del RGPD).`,
    analytics: (host) =>
      `Si aceptas la analítica, PostHog (${host}) recibe el dominio de tu dirección de correo.`,
  },
  privacyLink: { label: 'Política de privacidad', path: '/privacy' },
  code: {
    label: 'Código de nuestro mensaje',
    submit: 'Confirmar',
    submitting: 'Confirmando…',
    outcomes: {
      confirmed: 'Tu correo está confirmado.',
      wrong: 'Este no es el código. Escribe los seis dígitos de nuestro último mensaje.',
      gone: 'Este código caducó o se probó demasiadas veces. Pulsa el botón de nuestro mensaje.',
      error: 'Algo salió mal. Inténtalo de nuevo más tarde.',
    },
    tries: (left) => (left === 1 ? 'Te queda un intento.' : `Te quedan ${left} intentos.`),
  },
  toasts: {
    success: {
      notifyme: {
        title: '¡Listo!',
        text: '¡Ya estás en la lista de espera! Prepárate para el acceso anticipado con descuentos exclusivos.',
      },
      beta: {
        title: '¡Listo!',
        text: '¡Tenemos tu solicitud para la beta! Pronto te escribiremos con los detalles de tu acceso exclusivo.',
      },
    },
    duplicate: {
      title: 'Ya te habías inscrito',
      text: 'Este correo ya está registrado. ¡Gracias por tu interés!',
    },
    error: { title: 'Algo salió mal', text: 'Inténtalo de nuevo más tarde.' },
    mail: 'Te va a llegar un mensaje: pulsa el botón que contiene para confirmar tu correo.',
  },
  callSheet: {
    label: 'Hoja de rodaje',
    success: {
      notifyme: {
        title: 'Estás en la lista',
        rows: [
          { term: callSheetTerms.signedUpFor, details: ['La lista de espera. Es gratis.'] },
          { term: callSheetTerms.get, details: benefits.notifyme },
          {
            term: callSheetTerms.next,
            details: [
              'Te escribiremos en el lanzamiento. Hasta entonces no tienes que hacer nada.',
            ],
            byMail: [MESSAGE, 'Después, te escribiremos cuando llegue el lanzamiento.'],
          },
        ],
      },
      beta: {
        title: 'Tenemos tu solicitud',
        rows: [
          { term: callSheetTerms.signedUpFor, details: ['Un lugar en la beta, previa solicitud.'] },
          { term: 'Recibes, tras la admisión', details: benefits.beta },
          {
            term: callSheetTerms.next,
            details: ['Leemos tu solicitud. Después te escribimos con los detalles de acceso.'],
            byMail: [
              MESSAGE,
              'Después leemos tu solicitud y te escribimos con los detalles de acceso.',
            ],
          },
        ],
      },
    },
    duplicate: {
      title: 'Ya te habías inscrito',
      rows: [
        {
          term: 'Tu correo',
          details: ['Este correo ya está registrado. ¡Gracias por tu interés!'],
        },
        {
          term: callSheetTerms.get,
          details: ['Lo que prometía tu primera inscripción. Sigue en pie.'],
        },
        {
          term: callSheetTerms.next,
          details: [
            'Si quieres cambiar algo, por ejemplo pasar de la lista de espera a la beta, escríbenos.',
          ],
        },
      ],
    },
    contact: { label: 'Contáctanos', path: '/contact' },
  },
} as const satisfies Translated<typeof english.signupContent>;

export const signupProblems = {
  nameRequired: 'Escribe tu nombre completo',
  emailRequired: 'Escribe tu correo electrónico',
  emailInvalid: 'Escribe un correo electrónico válido',
  useCaseRequired: 'Cuéntanos para qué lo usarás y qué necesitas doblar',
  tooLong: (max) => `Usa ${max.toLocaleString('es')} caracteres como máximo`,
} satisfies SignupProblems;
