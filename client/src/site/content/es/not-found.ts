import type * as english from '../en/not-found.ts';
import type { Translated } from '../translated.ts';

export const notFoundContent = {
  code: '404',
  heading: '¡Ups! Página no encontrada',
  text: 'En esta pista no hay nada. Puede que la página haya cambiado de lugar o que la dirección tenga un error.',
  home: 'Volver al inicio',
  alsoLabel: 'O ve directamente a',
} satisfies Translated<typeof english.notFoundContent>;
