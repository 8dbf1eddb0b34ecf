import type * as english from '../en/heads.ts';
import type { PageHeads } from '../pages.ts';
import type { SocialImageText } from '../social-image.ts';
import type { Translated } from '../translated.ts';

export const heads: PageHeads = {
  '/': {
    title: ({ brand }) => `${brand}: dublagem com IA pronta para ir ao ar em 50+ idiomas`,
    description: ({ brand }) =>
      `O ${brand} dubla vídeos em 50+ idiomas, 10x mais rápido que à mão, com 99,9% de precisão e som pronto para ir ao ar. Entre na lista ou candidate-se ao beta.`,
    keywords: [
      'dublagem com IA',
      'localização de vídeos',
      'tradução de vídeos',
      'síntese de voz',
      'dublagem pronta para ir ao ar',
    ],
  },
  '/about': {
    title: ({ brand }) => `Sobre o ${brand}`,
    description: ({ brand }) =>
      `Por que criamos o ${brand}: nossa missão, nossa visão, o que o kit de dublagem faz e por que o resultado rivaliza com o trabalho manual.`,
    keywords: ['sobre nós', 'empresa de dublagem com IA', 'missão', 'localização de vídeos'],
  },
  '/contact': {
    title: ({ brand }) => `Contato · ${brand}`,
    description: ({ brand }) =>
      `Como falar com quem faz o ${brand}: e-mail, telefone, endereço postal e um formulário que abre seu próprio aplicativo de e-mail.`,
    keywords: ['contato', 'suporte', 'dublagem com IA', 'e-mail de suporte', 'telefone'],
  },
  '/privacy': {
    title: ({ brand }) => `Política de privacidade · ${brand}`,
    description: () =>
      'O que este site guarda sobre você, por quê, por quanto tempo e quem recebe, o que ele só mede com o seu consentimento e quais são os seus direitos.',
    keywords: ['política de privacidade', 'proteção de dados', 'dados pessoais', 'consentimento'],
  },
  '/terms': {
    title: ({ brand }) => `Termos de uso · ${brand}`,
    description: ({ brand }) =>
      `Os termos deste site, da lista de espera e do beta do ${brand}: uso permitido, disponibilidade, propriedade do conteúdo, responsabilidade e lei aplicável.`,
    keywords: ['termos de uso', 'licença', 'propriedade do conteúdo', 'responsabilidade'],
  },
  '/cookies': {
    title: ({ brand }) => `Política de cookies · ${brand}`,
    description: () =>
      'O único cookie deste site, o que ele contém e por quanto tempo, o que só é medido com o seu consentimento e como mudar sua escolha.',
    keywords: ['política de cookies', 'consentimento', 'análise de uso', 'privacidade'],
  },
  '/ccpa': {
    title: ({ brand }) => `Aviso da CCPA para a Califórnia · ${brand}`,
    description: () =>
      'Seus direitos segundo a lei de privacidade da Califórnia (CCPA): saber, excluir, recusar (opt-out) e não sofrer discriminação. Respondemos em até 45 dias.',
    keywords: [
      'CCPA',
      'Califórnia',
      'direitos de privacidade',
      'não vender meus dados',
      'Global Privacy Control',
    ],
  },
  '/gdpr': {
    title: ({ brand }) => `Aviso sobre o GDPR · ${brand}`,
    description: () =>
      'Seus direitos segundo o GDPR, a lei europeia de proteção de dados, e como exercê-los, bases legais, transferências e prazos. Respondemos em até um mês.',
    keywords: ['GDPR', 'proteção de dados', 'bases legais', 'direito de acesso', 'exclusão'],
  },
  '/dpa': {
    title: ({ brand }) => `Acordo de tratamento de dados · ${brand}`,
    description: ({ brand }) =>
      `Como o ${brand} trata os dados pessoais dos vídeos que você dubla: controlador e operador, detalhes, segurança, suboperadores e incidentes.`,
    keywords: [
      'acordo de tratamento de dados',
      'DPA',
      'art. 28 do GDPR',
      'operador',
      'suboperadores',
    ],
  },
  '/impressum': {
    title: ({ brand }) => `Aviso legal (Impressum) · ${brand}`,
    description: ({ company }) =>
      `Aviso legal de ${company} conforme a lei alemã (§ 5 da DDG): endereço, administração, registro comercial, IVA, contato e isenção de responsabilidade.`,
    keywords: ['Impressum', 'aviso legal', 'empresa', 'registro comercial', 'IVA'],
  },
  'not-found': {
    title: ({ brand }) => `Página não encontrada · ${brand}`,
    description: () => 'Este endereço não leva a nenhuma página deste site.',
    keywords: [],
  },
};

export const socialImageText: SocialImageText = {
  label: 'Kit de dublagem com IA',
  headline: ['Dublagem pronta para ir', 'ao ar em 50+ idiomas.'],
};

export const socialImageAlt: typeof english.socialImageAlt = (headline) =>
  `“${headline}” acima de uma linha do tempo de edição: uma faixa original e suas faixas dubladas.`;

export const unfinishedText = {
  text: 'Não foi possível carregar uma parte desta página.',
  link: 'Recarregar',
} satisfies Translated<typeof english.unfinishedText>;

export const lossQuestion = 'Se você mudar de idioma, o que digitou será perdido. Quer mudar?';
