import type * as english from '../en/mail.ts';
import type { Translated } from '../translated.ts';
import { days } from './processing.ts';
import { signupContent } from './signup.ts';

export const mailPages = {
  confirm: {
    heading: 'Confirma tu correo',
    text: '¿Es esto lo que escribiste? Pulsa el botón para que tu inscripción cuente. Si no lo es, cierra esta página e ignora nuestro mensaje.',
    button: 'Confirmar mi correo',
  },
  confirmed: {
    heading: 'Tu correo está confirmado',
    text: 'Gracias. Tendrás noticias nuestras en cuanto haya algo que contar.',
  },
  already: {
    heading: 'Tu correo ya estaba confirmado',
    text: 'No tienes que hacer nada más. Tendrás noticias nuestras en cuanto haya algo que contar.',
  },
  expired: {
    heading: 'Este enlace caducó',
    text: 'Los enlaces son válidos durante siete días. Podemos enviarte uno nuevo.',
    button: 'Recibir un nuevo mensaje',
  },
  removed: {
    heading: 'Esta inscripción ya no existe',
    text: 'Se eliminó, así que no hay nada que confirmar. Puedes volver a inscribirte cuando quieras.',
  },
  unknown: {
    heading: 'No reconocemos este enlace',
    text: 'Puede que la inscripción ya se haya eliminado o que falte una parte del enlace.',
  },
  'sent-again': {
    heading: 'Un nuevo mensaje va en camino',
    text: 'Ábrelo y pulsa el botón que contiene. Puede tardar unos minutos en llegar.',
  },
  'too-soon': {
    heading: 'Ahora no se puede enviar otro mensaje',
    text: 'Nuestro último mensaje para ti aún espera a ser enviado; puede tardar unas horas. Enviamos tres mensajes al día a cada dirección como máximo. Mira también en la carpeta de correo no deseado.',
    writeTo: ['Si no lo encuentras, escribe a ', '.'],
  },
  'no-mail': {
    heading: 'Ya no hace falta confirmar',
    text: 'Ya no enviamos estos mensajes. Tu inscripción cuenta sin confirmación.',
  },
  leave: {
    heading: 'Eliminar tu inscripción',
    text: 'Pulsa el botón para eliminar tu nombre, tu dirección de correo y todo lo demás que escribiste.',
    button: 'Eliminar mi inscripción',
  },
  left: {
    heading: 'Tu inscripción se ha eliminado',
    text: 'Hemos eliminado todo lo que escribiste.',
  },
} satisfies Translated<typeof english.mailPages>;

export const mailPageText = {
  title: (heading, brand) => `${heading} · ${brand}`,
  legal: 'Información legal',
  toHome: 'Ir a la página de inicio',
  kind: 'Inscripción',
  youtubeChannel: 'Canal de YouTube',
} satisfies Translated<typeof english.mailPageText>;

export const confirmMessageContent = ((input) => {
  const { site, name, signupType, unconfirmedRetentionDays } = input;
  const { brand, company, address, email } = site;
  const { host } = new URL(site.url);
  const { benefitsTitle, benefits } = signupContent.tabs[signupType];
  const isBeta = signupType === 'beta';
  return {
    subject: `${brand}: confirma tu correo`,
    greeting: name === '' ? 'Hola:' : `Hola, ${name}:`,
    why: isBeta
      ? `Te escribimos desde ${brand}. Alguien (esperamos que hayas sido tú) escribió esta dirección en ${host} para solicitar acceso a la beta.`
      : `Te escribimos desde ${brand}. Alguien (esperamos que hayas sido tú) escribió esta dirección en ${host} para unirse a la lista de espera.`,
    ask: isBeta
      ? 'Leeremos tu solicitud una vez confirmada la dirección.'
      : 'Tu lugar en la lista contará en cuanto se confirme la dirección.',
    button: 'Confirmar mi correo',
    code: 'O escribe este código en la página donde te inscribiste:',
    valid: 'El botón y el código funcionan durante siete días.',
    benefitsTitle,
    benefits,
    ignore: `Si no fuiste tú, ignora este mensaje. Eliminamos las inscripciones sin confirmar ${days(unconfirmedRetentionDays)} después de nuestro primer mensaje, y hasta entonces escribimos a esta dirección tres veces al día como máximo.`,
    leave: 'Eliminar mi inscripción ahora',
    sender: [
      company,
      address.street,
      `${address.postalCode} ${address.city}`,
      address.country,
      email,
    ],
  };
}) satisfies Translated<typeof english.confirmMessageContent>;
