import type * as english from '../en/contact.ts';
import { mailLink, phoneLink, postalAddress } from '../identity.ts';
import { text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => ({
  heading: 'Habla con nosotros',
  lead: `¿Tienes una pregunta sobre ${site.brand}, la beta, tus datos o cualquier otra cosa? Escríbenos, llámanos o envíanos una carta.`,
  sections: [
    {
      id: 'details',
      heading: 'Datos de contacto',
      blocks: [
        {
          kind: 'facts',
          items: [
            { term: 'Correo de soporte', detail: [mailLink(site)] },
            { term: 'Teléfono', detail: [phoneLink(site)] },
            { term: 'Dirección postal', detail: postalAddress(site) },
          ],
        },
        text([
          'Nuestros datos legales están en el ',
          { text: 'aviso legal', href: '/impressum' },
          '.',
        ]),
      ],
    },
    {
      id: 'message',
      heading: 'Escribe un mensaje',
      blocks: [{ kind: 'widget', widget: 'contact-form' }],
    },
  ],
})) satisfies Translated<typeof english.content>;

export const contactFormContent = {
  labels: {
    name: 'Nombre completo',
    email: 'Correo electrónico',
    subject: 'Asunto',
    message: 'Mensaje',
  },
  submit: 'Enviar mensaje',
  note: 'Esta página no envía nada. Se abre tu propio programa de correo con el mensaje ya escrito, y lo envías desde ahí.',
  noScript: (address) =>
    `Este formulario necesita JavaScript para abrir tu programa de correo. También puedes escribir directamente a ${address}.`,
  opened:
    'Tu programa de correo debería haberse abierto con tu mensaje. Si no es así, copia el mensaje y escribe a',
  tooLong:
    'Este mensaje es demasiado largo para muchos programas de correo: lo cortan o no se abren. Cópialo aquí y pégalo en un correo dirigido a',
  copy: 'Copiar el mensaje',
  copied: 'El mensaje está copiado.',
  notCopied:
    'Tu navegador impidió la copia. El mensaje está seleccionado para que puedas copiarlo a mano.',
} satisfies Translated<typeof english.contactFormContent>;
