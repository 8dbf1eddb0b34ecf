import type * as english from '../en/frame.ts';
import type { Translated } from '../translated.ts';

export const sectionLinks = [
  { id: 'features', label: 'Recursos' },
  { id: 'pipeline', label: 'Processo' },
  { id: 'benefits', label: 'Benefícios' },
] as const satisfies Translated<typeof english.sectionLinks>;

export const callsToAction = [
  { type: 'notifyme', variant: 'notify', label: 'Avise-me', done: 'Na lista' },
  { type: 'beta', variant: 'beta', label: 'Acesso beta', done: 'Solicitado' },
] as const satisfies Translated<typeof english.callsToAction>;

export const navigationText = {
  skip: 'Ir para o conteúdo',
  mainNav: 'Principal',
  menu: 'Menu',
  language: 'Idioma',
  closeMenu: 'Fechar menu',
  backHome: 'Voltar ao início',
  home: (brand) => `${brand}, página inicial`,
} satisfies Translated<typeof english.navigationText>;

export const toastText = {
  region: 'Notificações',
  dismiss: 'Fechar',
} satisfies Translated<typeof english.toastText>;

export const footerText = {
  nav: 'Rodapé',
  tagline: 'Dublagem de vídeo com IA. Pronta para ir ao ar, em 50+ idiomas.',
  groups: { product: 'Produto', company: 'Empresa', legal: 'Informações legais' },
  signup: 'Inscreva-se',
  privacyControls: 'Sua escolha sobre a análise de uso',
  cookieSettings: 'Configurações de cookies',
  turnOff: 'Desativar análise',
  state: {
    unknown: '',
    refused: 'A análise de uso está desativada.',
    granted: 'A análise de uso está ativada.',
  },
  changeChoice: 'Mudar minha escolha',
  gpc: 'Seu navegador envia o sinal Global Privacy Control. Nós o respeitamos: a análise de uso está desativada.',
} satisfies Translated<typeof english.footerText>;

export const pageLabels = {
  '/': 'Início',
  '/about': 'Sobre nós',
  '/contact': 'Contato',
  '/privacy': 'Política de privacidade',
  '/terms': 'Termos de uso',
  '/cookies': 'Política de cookies',
  '/ccpa': 'CCPA',
  '/gdpr': 'GDPR',
  '/dpa': 'Tratamento de dados (DPA)',
  '/impressum': 'Aviso legal',
} satisfies Translated<typeof english.pageLabels>;

export const failedContent = {
  heading: 'Algo deu errado nesta página',
  text: 'O erro aconteceu no seu dispositivo. Nada sobre ele foi enviado a ninguém.',
  link: 'Recarregar a página',
} satisfies Translated<typeof english.failedContent>;
