import type * as english from '../en/not-found.ts';
import type { Translated } from '../translated.ts';

export const notFoundContent = {
  code: '404',
  heading: 'Ops! Página não encontrada',
  text: 'Não há nada nesta faixa. A página pode ter mudado de lugar, ou o endereço pode ter um erro de digitação.',
  home: 'Voltar à página inicial',
  alsoLabel: 'Ou vá direto para',
} satisfies Translated<typeof english.notFoundContent>;
