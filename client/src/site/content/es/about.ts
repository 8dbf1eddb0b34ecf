import type * as english from '../en/about.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => ({
  heading: 'Cada historia merece su propia voz, en todos los idiomas',
  lead: `${site.brand} es una herramienta de doblaje con IA: convierte un video terminado en un video terminado en otro idioma.`,
  sections: [
    {
      id: 'mission',
      heading: 'Nuestra misión',
      blocks: [
        text(
          'Queremos que las personas se escuchen unas a otras. Hasta ahora, el doblaje con calidad de emisión ha sido lento y caro, y por eso la mayoría de los videos nunca se doblan. Creamos la herramienta que cambia esto sin bajar el nivel.',
        ),
      ],
    },
    {
      id: 'vision',
      heading: 'Nuestra visión',
      blocks: [
        text(
          'Que cualquiera pueda seguir un video, sea cual sea el idioma en que se hizo. Y que una voz doblada transmita tanta emoción como la original.',
        ),
      ],
    },
    {
      id: 'what-we-do',
      heading: 'Qué hacemos',
      blocks: [
        text(
          `${site.brand} combina traducción y síntesis de voz para video en un proceso de cuatro etapas: análisis multimodal, traducción cultural, síntesis emocional y mezcla profesional. El resultado es un audio doblado y listo para emitir, para localizar videos.`,
        ),
        text(
          'Está pensado para creadores de contenido, medios de comunicación y empresas globales que quieren llegar a un público internacional.',
        ),
      ],
    },
    {
      id: 'why-choose-us',
      heading: 'Por qué elegirnos',
      blocks: [
        {
          kind: 'figures',
          items: [
            { value: '99,9\u00a0%', label: 'de precisión' },
            { value: '50+', label: 'idiomas y dialectos' },
            { value: '10x', label: 'más rápido que el doblaje manual o tradicional' },
          ],
        },
        list(
          'Listo para emitir: una mezcla terminada, no un borrador.',
          'Cada decisión de arquitectura busca la máxima calidad.',
          'Los errores se detectan y se corrigen cuanto antes.',
          'Una IA especializada para cada tarea.',
          'El resultado rivaliza en calidad con el trabajo manual.',
        ),
        text([
          'Compruébalo: ',
          { text: 'únete a la lista de espera o solicita acceso a la beta', href: '/#signup' },
          '.',
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
