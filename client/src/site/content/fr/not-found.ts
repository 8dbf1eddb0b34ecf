import type * as english from '../en/not-found.ts';
import type { Translated } from '../translated.ts';

export const notFoundContent = {
  code: '404',
  heading: 'Oups ! Page introuvable',
  text: 'Rien sur cette piste. La page a peut-être été déplacée, ou l’adresse contient une faute de frappe.',
  home: 'Retour à l’accueil',
  alsoLabel: 'Ou directement :',
} satisfies Translated<typeof english.notFoundContent>;
