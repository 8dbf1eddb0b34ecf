import type { EventName } from '#shared/events';
import { CONSENT_COOKIE, CONSENT_DAYS } from '#shared/limits';
import { type PageData, sendsMail } from '#shared/page';
import type * as english from '../en/privacy.ts';
import { mailLink, phoneLink, postalAddress } from '../identity.ts';
import { type Inline, list, subheading, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';
import {
  gdprRights,
  howToAsk,
  legalBases,
  recipients,
  retention,
  transfers,
} from './processing.ts';

export const content = ((data) => ({
  heading: 'Política de privacidade',
  lead: 'Você pode ler este site inteiro sem nos dizer quem é. Só medimos o que você faz aqui se você concordar. Usamos os dados que você informa apenas para a finalidade para a qual os informou.',
  updated: 'Última atualização: 15 de junho de 2025',
  sections: [
    {
      id: 'introduction',
      heading: 'Introdução',
      blocks: [
        text(
          `Esta política diz o que este site faz com dados pessoais: o que é guardado, por quê, por quanto tempo e quem recebe. O controlador (o responsável, na linguagem do GDPR) é ${postalAddress(data.site)}.`,
        ),
        text([
          `Esta política vale para o site. Para os vídeos que você dubla com o ${data.site.brand}, veja nossos `,
          { text: 'termos de uso', href: '/terms' },
          ' e o ',
          { text: 'acordo de tratamento de dados', href: '/dpa' },
          '.',
        ]),
      ],
    },
    {
      id: 'information-we-collect',
      heading: 'Informações que coletamos',
      blocks: [...personalData(data), ...usageData, ...technicalData, ...contentData],
    },
    {
      id: 'use',
      heading: 'Como usamos os dados',
      blocks: [
        text('Usamos os dados para estas finalidades. Cada uma tem uma base legal:'),
        legalBases(data),
        text(
          'Não vendemos seus dados, não exibimos publicidade e não deixamos nenhuma decisão sobre você a cargo de uma máquina.',
        ),
      ],
    },
    { id: 'recipients', heading: 'Quem recebe os dados', blocks: recipientsAndTransfers(data) },
    { id: 'retention', heading: 'Por quanto tempo guardamos os dados', blocks: [retention(data)] },
    { id: 'security', heading: 'Segurança', blocks: security(data) },
    {
      id: 'rights',
      heading: 'Seus direitos',
      blocks: [
        gdprRights(),
        ...howToAsk(data),
        text([
          'Você também pode apresentar uma reclamação a uma autoridade de proteção de dados. Para saber mais sobre seus direitos, veja o ',
          { text: 'aviso sobre o GDPR', href: '/gdpr' },
          ' e, se você mora na Califórnia, o ',
          { text: 'aviso da CCPA', href: '/ccpa' },
          '.',
        ]),
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies',
      blocks: [
        text([
          'Este site grava um único cookie para você, e só depois que você faz uma escolha. A ',
          { text: 'política de cookies', href: '/cookies' },
          ' diz o que ele contém e permite que você mude sua escolha. Se mudarmos a pergunta, perguntamos de novo.',
        ]),
      ],
    },
    {
      id: 'contact',
      heading: 'Contato',
      blocks: [
        text([
          'Perguntas sobre esta política: ',
          mailLink(data.site),
          ', ',
          phoneLink(data.site),
          ` ou por carta para ${postalAddress(data.site)}.`,
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;

const personalData = (data: PageData) =>
  [
    subheading('Dados pessoais'),
    text(
      'Se você entra na lista de espera ou se candidata ao beta, guardamos o que você informa no formulário:',
    ),
    list(
      'seu nome e seu endereço de e-mail;',
      'seu canal do YouTube, se você indicar um;',
      'o uso pretendido, de que precisamos apenas para o beta;',
      'se você escolheu a lista de espera ou o beta, e quando;',
      'o idioma da página.',
    ),
    ...(sendsMail(data)
      ? [
          text(
            'Depois, enviamos a esse endereço uma mensagem que pede que você o confirme. Guardamos quando você confirmou e o que seu servidor de e-mail respondeu, se não aceitou a mensagem. A mensagem não tem nenhuma imagem oculta e não registra se você a abre. Os links dela levam a este site, e um deles permite excluir sua inscrição.',
          ),
        ]
      : []),
    text([
      'Você não precisa informar nada, mas sem nome e endereço de e-mail não podemos incluir você em uma lista. O formulário da ',
      { text: 'página de contato', href: '/contact' },
      ' não nos envia nada: ele abre seu próprio aplicativo de e-mail. Se você então nos escrever, recebemos seu e-mail.',
    ]),
  ] as const;

/** What is recorded of each event. */
const RECORDED: Record<EventName, Inline> = {
  scroll: [
    'até onde você rola a página inicial: 25, 50, 75, 90 ou 100 por cento (',
    { code: 'percent_scrolled' },
    ')',
  ],
  section_view: [
    'quais seções dela você vê: hero, pipeline, benefits ou signup (',
    { code: 'section_name' },
    ')',
  ],
  button_click: [
    'em qual botão de inscrição você clica (',
    { code: 'button_name' },
    ') e se ele está no cabeçalho, na abertura da página ou no menu (',
    { code: 'click_location' },
    ')',
  ],
  form_submit: [
    'que um formulário de inscrição foi enviado: qual (',
    { code: 'form_type' },
    '), se deu certo, era repetido ou falhou (',
    { code: 'event_label' },
    '), e o domínio do endereço de e-mail (',
    { code: 'email_domain' },
    ')',
  ],
};

const usageData = [
  subheading('Dados de uso'),
  text(
    'Só registramos estes eventos se você consentir com a análise de uso, e apenas a partir desse momento:',
  ),
  {
    kind: 'facts',
    items: Object.entries(RECORDED).map(([term, detail]) => ({ term, detail })),
  },
  text(
    'O domínio é a parte de um endereço depois do @. Ele pode identificar uma pessoa, por exemplo quem tem um domínio pessoal. O endereço completo nunca faz parte de um evento.',
  ),
  text('Com cada evento, registramos:'),
  list(
    'a hora e dois identificadores aleatórios: um do cookie de consentimento e outro que dura até você fechar a página;',
    'o caminho da página, sem a consulta (query) que vem depois dele, e o idioma dela;',
    'o nome de host do site cujo link trouxe você até aqui;',
    [
      'os rótulos de campanha desse link (',
      { code: 'utm_source' },
      ', ',
      { code: 'utm_medium' },
      ' e ',
      { code: 'utm_campaign' },
      ', também ',
      { code: 'utm_term' },
      ' ou ',
      { code: 'utm_content' },
      ');',
    ],
    'se a sua janela é pequena, média ou grande.',
  ),
  text(
    'Sem o seu consentimento, o servidor conta apenas quantas vezes entrega cada página em cada quarto de hora e quantos visitantes pedem uma página, recusam ou se inscrevem, cada endereço IP uma vez por dia. Essas contagens não contêm identificadores nem endereços.',
  ),
] as const;

const technicalData = [
  subheading('Dados técnicos'),
  text(
    'A cada requisição, seu navegador envia seu endereço IP e a identificação dele próprio (o user agent). Este site não grava nenhum dos dois em tabelas ou logs e não repassa nenhum dos dois. Para se proteger de uma avalanche de requisições, o servidor as conta por endereço IP. Ele faz isso apenas na memória, com um hash do endereço. A chave desse hash é criada a cada inicialização e nunca é armazenada. O servidor guarda o hash enquanto você tem uma conexão aberta e o exclui em até 24 horas depois disso.',
  ),
  text([
    'Sua resposta à pergunta sobre a análise de uso fica no cookie ',
    { code: CONSENT_COOKIE },
    ` por ${CONSENT_DAYS} dias. Se você aceitar, ou revogar depois seu consentimento, o servidor guarda essa decisão como prova. A prova contém o identificador aleatório, o que você decidiu e quando, e o texto e o idioma que foram mostrados a você. Contém também onde você clicou e se o seu navegador enviou o Global Privacy Control. Se você recusar e nunca tiver aceitado, o servidor apenas conta a recusa, por quarto de hora e pelo lugar em que você clicou.`,
  ]),
  text(
    'Se o seu navegador envia o sinal Global Privacy Control, entendemos isso como um não: não perguntamos, não medimos nada do que você faz e não armazenamos nada no seu dispositivo.',
  ),
] as const;

const contentData = [
  subheading('Dados de conteúdo'),
  text(
    'Você não pode enviar arquivos para este site. O único conteúdo seu que ele armazena é o que você escreve no formulário de inscrição.',
  ),
  text([
    'Os vídeos que você nos entrega para dublar continuam sendo seus. O conteúdo enviado é normalmente excluído em até 30 dias após o fim do processamento; os ',
    { text: 'termos de uso', href: '/terms#content' },
    ' dizem o mesmo.',
  ]),
] as const;

const recipientsAndTransfers = (data: PageData) =>
  [
    ...recipients(data),
    ...transfers(data),
    text(
      'Enquanto você está aqui, seu navegador se conecta a este site e a nenhum outro. Fontes, imagens e scripts vêm todos do nosso próprio servidor.',
    ),
  ] as const;

const security = ({ site }: PageData) =>
  [
    list(
      ...(site.url.startsWith('https:')
        ? [
            'Todas as páginas e todos os formulários são criptografados durante a transmissão (TLS).',
          ]
        : []),
      'Este site instrui seu navegador a não carregar nem contatar mais nada, o que bloqueia qualquer outro código.',
      'Visitantes podem adicionar inscrições. No nosso servidor, ninguém pode lê-las, listá-las ou alterá-las sem uma chave que só nós temos.',
      'O que não guardamos não pode vazar: nenhum log contém endereço IP, identificação de navegador ou endereço de e-mail de ninguém.',
    ),
    text(
      'Nenhum sistema está a salvo de todos os ataques. Se um incidente colocar você em alto risco, avisamos você.',
    ),
  ] as const;
