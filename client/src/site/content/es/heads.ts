import type * as english from '../en/heads.ts';
import type { PageHeads } from '../pages.ts';
import type { SocialImageText } from '../social-image.ts';
import type { Translated } from '../translated.ts';

export const heads: PageHeads = {
  '/': {
    title: ({ brand }) => `${brand}: doblaje con IA listo para emitir en 50+ idiomas`,
    description: ({ brand }) =>
      `${brand} dobla videos a 50+ idiomas: 99,9\u00a0% de precisión, 10x más rápido que a mano, listos para emitir. Únete a la lista o solicita acceso a la beta.`,
    keywords: [
      'doblaje con IA',
      'localización de videos',
      'traducción de videos',
      'síntesis de voz',
      'doblaje listo para emitir',
    ],
  },
  '/about': {
    title: ({ brand }) => `Sobre ${brand}`,
    description: ({ brand }) =>
      `Por qué creamos ${brand}: nuestra misión, nuestra visión, qué hace la herramienta de doblaje y por qué rivaliza con el trabajo manual.`,
    keywords: ['quiénes somos', 'empresa de doblaje con IA', 'misión', 'localización de videos'],
  },
  '/contact': {
    title: ({ brand }) => `Contacto · ${brand}`,
    description: ({ brand }) =>
      `Cómo hablar con quienes hacen ${brand}: correo, teléfono, dirección postal y un formulario que abre tu propio programa de correo.`,
    keywords: ['contacto', 'soporte', 'doblaje con IA', 'correo electrónico', 'teléfono'],
  },
  '/privacy': {
    title: ({ brand }) => `Política de privacidad · ${brand}`,
    description: () =>
      'Qué guarda este sitio web sobre ti, por qué, cuánto tiempo y quién lo recibe, qué mide solo con tu consentimiento y qué derechos tienes.',
    keywords: [
      'política de privacidad',
      'protección de datos',
      'datos personales',
      'consentimiento',
    ],
  },
  '/terms': {
    title: ({ brand }) => `Condiciones de uso · ${brand}`,
    description: ({ brand }) =>
      `Las condiciones de este sitio, la lista de espera y la beta de ${brand}: uso, disponibilidad, propiedad del contenido, responsabilidad y ley aplicable.`,
    keywords: ['condiciones de uso', 'licencia', 'propiedad del contenido', 'responsabilidad'],
  },
  '/cookies': {
    title: ({ brand }) => `Política de cookies · ${brand}`,
    description: () =>
      'La única cookie de este sitio, qué contiene y cuánto dura, qué se mide solo con tu consentimiento y cómo cambiar tu elección.',
    keywords: ['política de cookies', 'consentimiento', 'analítica', 'privacidad'],
  },
  '/ccpa': {
    title: ({ brand }) => `Aviso de la CCPA para California · ${brand}`,
    description: () =>
      'Tus derechos según la ley de privacidad de California (CCPA): saber, eliminar, excluirte y no sufrir discriminación. Respondemos en un plazo de 45 días.',
    keywords: [
      'CCPA',
      'privacidad en California',
      'derechos de privacidad',
      'no vender mis datos',
      'Global Privacy Control',
    ],
  },
  '/gdpr': {
    title: ({ brand }) => `Aviso sobre el RGPD · ${brand}`,
    description: () =>
      'Tus derechos según el RGPD y cómo ejercerlos, bases jurídicas, transferencias y plazos de conservación. Respondemos en el plazo de un mes.',
    keywords: [
      'RGPD',
      'protección de datos',
      'bases jurídicas',
      'derecho de acceso',
      'derecho de supresión',
    ],
  },
  '/dpa': {
    title: ({ brand }) => `Contrato de encargo del tratamiento · ${brand}`,
    description: ({ brand }) =>
      `Cómo trata ${brand} los datos personales de los videos que doblas: responsable y encargado, detalles, seguridad, subencargados y brechas.`,
    keywords: [
      'contrato de encargo del tratamiento',
      'DPA',
      'art. 28 del RGPD',
      'encargado del tratamiento',
      'subencargados',
    ],
  },
  '/impressum': {
    title: ({ brand }) => `Aviso legal (Impressum) · ${brand}`,
    description: ({ company }) =>
      `Aviso legal de ${company} según la ley alemana (§ 5 de la DDG): dirección, gerencia, registro mercantil, IVA, contacto y exención de responsabilidad.`,
    keywords: ['Impressum', 'aviso legal', 'empresa', 'registro mercantil', 'IVA'],
  },
  'not-found': {
    title: ({ brand }) => `Página no encontrada · ${brand}`,
    description: () => 'Esta dirección no lleva a ninguna página de este sitio.',
    keywords: [],
  },
};

export const socialImageText: SocialImageText = {
  label: 'Herramienta de doblaje con IA',
  headline: ['Doblaje listo para emitir', 'en 50+ idiomas.'],
};

export const socialImageAlt: typeof english.socialImageAlt = (headline) =>
  `“${headline}” sobre una línea de tiempo de edición: una pista original y sus pistas dobladas.`;

export const unfinishedText = {
  text: 'No se pudo cargar una parte de esta página.',
  link: 'Volver a cargarla',
} satisfies Translated<typeof english.unfinishedText>;

export const lossQuestion =
  'Si cambias de idioma, se perderá lo que has escrito. ¿Quieres cambiarlo?';
