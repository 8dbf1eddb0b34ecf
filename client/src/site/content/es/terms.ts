import type * as english from '../en/terms.ts';
import { dateIn, mailLink, phoneLink, postalAddress } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => ({
  heading: 'Condiciones de uso',
  lead: `Lo que puedes esperar de nosotros, y nosotros de ti, cuando usas este sitio web, su lista de espera y la beta de ${site.brand}.`,
  updated: `Última actualización: ${dateIn('es', site.termsDate)}`,
  sections: [
    {
      id: 'agreement',
      heading: 'Acuerdo',
      blocks: [
        text(
          `Estas condiciones son un acuerdo entre tú y ${site.company} (“nosotros”). Se aplican cuando usas este sitio web, te unes a la lista de espera o participas en la beta de ${site.brand}. Si no estás de acuerdo con ellas, no uses estos servicios.`,
        ),
        text(
          'Unirse a la lista de espera es gratis y no te compromete a nada. Una solicitud para la beta es una petición, todavía no un contrato. Te decimos si se te admite y cuándo.',
        ),
        text(
          'Si actúas en nombre de una empresa u otra organización, confirmas que puedes hacerlo. Si hemos acordado contigo otra cosa de forma individual, ese acuerdo prevalece.',
        ),
      ],
    },
    {
      id: 'license',
      heading: 'Licencia de uso',
      blocks: [
        text(
          `Te concedemos un derecho personal, no exclusivo e intransferible a usar este sitio web para tus propios proyectos, incluidos los comerciales. Una vez que se te admita, este derecho abarca también la beta de ${site.brand}. Termina si incumples estas condiciones o cuando termine la beta. No puedes:`,
        ),
        list(
          'revender el servicio ni ceder tu acceso a otros;',
          'desmontarlo para copiarlo, ni eludir sus límites y protecciones;',
          'doblar una voz o a una persona sin el permiso necesario;',
          'usarlo para engañar, difamar, acosar o infringir la ley;',
          'sobrecargarlo de modo que otros no puedan usarlo.',
        ),
      ],
    },
    {
      id: 'availability',
      heading: 'Disponibilidad',
      blocks: [
        text(
          'Queremos que el servicio esté disponible cuando lo necesites, pero no prometemos ninguna disponibilidad concreta. El mantenimiento y los fallos imprevistos pueden interrumpirlo.',
        ),
        text(
          'Una beta sirve para probar: puede contener errores, cambiar o terminar. Siempre que podemos, te avisamos con tiempo. Guarda copias de tus originales.',
        ),
      ],
    },
    {
      id: 'content',
      heading: 'Propiedad del contenido',
      blocks: [
        text(
          'Lo que subes sigue siendo tuyo, y el resultado también. No reclamamos la propiedad de ninguno de los dos. Nos permites guardar y tratar tu contenido solo en la medida necesaria para el doblaje que pides.',
        ),
        text(
          'Confirmas que tienes los derechos necesarios sobre tu contenido, incluidos los de las personas que se ven y se oyen en él.',
        ),
        text(
          'El contenido subido se elimina normalmente en los 30 días siguientes al fin del procesamiento. Puedes pedir que se elimine antes.',
        ),
        text([
          'Si tu contenido incluye datos personales de otras personas, se aplica nuestro ',
          { text: 'contrato de encargo del tratamiento', href: '/dpa' },
          '. Los textos, las imágenes y el código de este sitio web nos pertenecen a nosotros o a quienes nos han concedido la licencia.',
        ]),
      ],
    },
    {
      id: 'liability',
      heading: 'Responsabilidad',
      blocks: [
        text(
          'Respondemos sin límite por dolo y negligencia grave, y por los daños a la vida, la integridad física o la salud. Lo mismo se aplica conforme a la ley de responsabilidad por productos defectuosos y en la medida en que hayamos dado una garantía.',
        ),
        text(
          'Por negligencia leve respondemos solo si incumplimos una obligación esencial: aquella sin la cual el contrato perdería su finalidad y en cuyo cumplimiento puedes confiar normalmente. En ese caso, nuestra responsabilidad se limita al daño típico y previsible. Más allá de esto no respondemos. Lo mismo se aplica a quienes actúan por nosotros.',
        ),
        text(
          'Revisa cada versión doblada antes de publicarla. Las cifras de este sitio web, como las de precisión y velocidad, describen el producto; no son una garantía en sentido jurídico.',
        ),
      ],
    },
    {
      id: 'law',
      heading: 'Ley aplicable',
      blocks: [
        text(
          `Estas condiciones se rigen por el derecho de ${site.jurisdiction}, con exclusión de la Convención de las Naciones Unidas sobre los Contratos de Compraventa Internacional de Mercaderías. Si actúas como consumidor, conservas la protección de las normas imperativas del país en el que vives.`,
        ),
        text(
          `Si actúas como empresa, son competentes los tribunales de nuestro domicilio social, en ${site.address.city}, en la medida en que la ley lo permita. Si una parte de estas condiciones no es válida, el resto se sigue aplicando.`,
        ),
      ],
    },
    {
      id: 'contact',
      heading: 'Contacto',
      blocks: [
        text([
          'Preguntas sobre estas condiciones: ',
          mailLink(site),
          ', ',
          phoneLink(site),
          ` o por correo postal a ${postalAddress(site)}.`,
        ]),
        text([
          'Consulta la ',
          { text: 'política de privacidad', href: '/privacy' },
          ' para saber qué hacemos con los datos personales, y el ',
          { text: 'aviso legal', href: '/impressum' },
          ' para saber quiénes somos.',
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
