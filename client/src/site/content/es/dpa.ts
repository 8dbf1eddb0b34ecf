import { type PageData, sendsMail } from '#shared/page';
import type * as english from '../en/dpa.ts';
import { mailLink, mailProvider, postalAddress } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = ((data) => {
  const { site } = data;
  return {
    heading: 'Contrato de encargo del tratamiento',
    lead: `Si en un video que doblas con ${site.brand} aparecen o se mencionan personas, nos confías sus datos personales. Este contrato, conforme al art. 28 del RGPD, dice cómo los tratamos.`,
    sections: [
      {
        id: 'roles',
        heading: 'Responsable y encargado',
        blocks: [
          text(
            `Tú decides qué se dobla y por qué, así que eres el responsable del tratamiento. Nosotros (${postalAddress(site)}) lo doblamos para ti según tus instrucciones, así que somos el encargado del tratamiento. Este contrato pasa a formar parte de nuestro acuerdo cuando se te admita en ${site.brand} y termina con ese acuerdo.`,
          ),
          text([
            `De los datos de este sitio web, como las inscripciones${sendsMail(data) ? ' y el mensaje en el que te pedimos que confirmes la tuya (art. 6, apdo. 1, letra f), del RGPD)' : ''}, los responsables somos nosotros. De ello trata la `,
            { text: 'política de privacidad', href: '/privacy' },
            '.',
          ]),
        ],
      },
      {
        id: 'processing',
        heading: 'Detalles del tratamiento',
        blocks: [
          {
            kind: 'facts',
            items: [
              {
                term: 'Objeto',
                detail: 'Traducción y síntesis de voz del video que subes.',
              },
              {
                term: 'Tipos de datos',
                detail:
                  'Voces, rostros, nombres y todo lo demás que se ve, se oye o se dice en tu video.',
              },
              {
                term: 'Personas',
                detail:
                  'Las personas que hablan en tu video, que aparecen en él o de las que se habla.',
              },
              {
                term: 'Duración',
                detail:
                  'Lo que dure el procesamiento. El contenido subido se elimina normalmente en los 30 días siguientes al fin del procesamiento.',
              },
              {
                term: 'Lugar',
                detail: 'Solo donde lo hayas aceptado y el capítulo V del RGPD lo permita.',
              },
            ],
          },
        ],
      },
      {
        id: 'duties',
        heading: 'A qué nos comprometemos',
        blocks: [
          list(
            'Tratamos los datos solo según las instrucciones que nos has dado por escrito, lo que incluye el doblaje que encargas. Te avisamos si creemos que una instrucción infringe la ley.',
            'Todas las personas que trabajan con los datos tienen un deber de confidencialidad.',
            'Tratamos las voces para sintetizar el habla, nunca para identificar a nadie.',
            'Te ayudamos a responder a quienes ejercen sus derechos. También te ayudamos con tus demás obligaciones, como las evaluaciones y el trato con las autoridades (arts. 32 a 36).',
            'Cuando el trabajo está hecho, eliminamos los datos. Si lo pides, antes te los devolvemos.',
            'Te damos lo que necesitas para demostrar que cumplimos este contrato y te permitimos auditarnos.',
          ),
        ],
      },
      {
        id: 'security',
        heading: 'Seguridad',
        blocks: [
          text('Tomamos las medidas que exige el art. 32 del RGPD. En particular:'),
          list(
            'Los datos se cifran durante la transmisión.',
            'Solo tienen acceso las personas que lo necesitan para su trabajo.',
            'Nunca escribimos el contenido de tu video en los registros del servidor.',
            'Eliminamos lo que ya no se necesita.',
          ),
          text(
            'Podemos mejorar estas medidas según el estado de la técnica. No deben quedar por debajo de él.',
          ),
        ],
      },
      {
        id: 'subprocessors',
        heading: 'Subencargados',
        blocks: [
          text(subprocessorsOf(data)),
          text(
            'Te avisamos antes de contratar a otro, para que puedas oponerte. Imponemos por contrato a cada uno de ellos las mismas obligaciones y respondemos de lo que hagan.',
          ),
        ],
      },
      {
        id: 'breaches',
        heading: 'Brechas de seguridad',
        blocks: [
          text(
            'Si se pierden, se divulgan o se modifican de forma indebida datos personales que tratamos para ti, te lo comunicamos sin dilación indebida desde que tengamos conocimiento de ello. Te decimos qué ocurrió, de quién y cuántos son los datos afectados, cuáles son las consecuencias probables y qué estamos haciendo. Así tienes tiempo para notificarlo tú a la autoridad, lo que debes hacer en un plazo de 72 horas (art. 33).',
          ),
        ],
      },
      {
        id: 'contact',
        heading: 'Contacto',
        blocks: [
          text(['Para una copia firmada, instrucciones y preguntas: ', mailLink(site), '.']),
          text([
            'Lo demás que se aplica entre nosotros está en las ',
            { text: 'condiciones de uso', href: '/terms' },
            '.',
          ]),
        ],
      },
    ],
  };
}) satisfies Translated<typeof english.content>;

/** Said only where nobody receives anything. */
export const noSubprocessors = 'Ninguno.';

function subprocessorsOf(data: PageData): string {
  const provider = mailProvider(data);
  const named = [
    data.posthogHost
      ? `PostHog (${data.posthogHost}) analiza eventos de uso de los visitantes de este sitio web que han dado su consentimiento.`
      : null,
    provider &&
      `${provider} entrega los mensajes que piden confirmar una inscripción en este sitio web.`,
    data.tellsTeam
      ? 'El servicio de mensajería instantánea que usa nuestro equipo recibe lo que las personas escriben al inscribirse en este sitio web.'
      : null,
  ].filter((one) => one !== null);
  if (named.length === 0) return noSubprocessors;
  return [
    ...named,
    'No comunicamos a nadie el contenido subido.',
    'No hay otros subencargados.',
  ].join(' ');
}
