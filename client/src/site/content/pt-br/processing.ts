import { CONSENT_COOKIE, CONSENT_DAYS, proofDays } from '#shared/limits';
import { type PageData, sendsMail } from '#shared/page';
import type * as english from '../en/processing.ts';
import { mailLink, mailProvider, postalAddress } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

const plural = new Intl.PluralRules('pt-BR');
export const days = (count: number) =>
  `${count} ${plural.select(count) === 'one' ? 'dia' : 'dias'}`;

export const legalBases = ((data) => ({
  kind: 'facts',
  items: [
    {
      term: 'Inscrições',
      detail:
        'Para avisar você sobre o acesso antecipado e responder à sua candidatura. São procedimentos preliminares a um contrato, feitos a seu pedido: art. 6(1)(b) do GDPR.',
    },
    ...(sendsMail(data)
      ? [
          {
            term: 'Confirmação por e-mail',
            detail:
              'Para pedir ao titular de um endereço que confirme a inscrição, de modo que ninguém possa inscrever outra pessoa. Tanto nós quanto o titular temos legítimo interesse nisso: art. 6(1)(f) do GDPR.',
          },
        ]
      : []),
    {
      term: 'Análise de uso',
      detail:
        'Para saber quais partes deste site ajudam os visitantes e onde eles desistem. Só fazemos isso com o seu consentimento: art. 6(1)(a) do GDPR e, quanto ao que é armazenado no seu dispositivo ou lido dele, § 25(1) da TDDDG.',
    },
    {
      term: 'Cookie de consentimento',
      detail:
        'Para lembrar sua resposta e não perguntar em todas as páginas. Ele é estritamente necessário para isso: § 25(2), nº 2, da TDDDG.',
    },
    {
      term: 'Prova do consentimento',
      detail:
        'Para demonstrar que a análise de uso só ocorreu com consentimento. A lei exige isso: art. 6(1)(c) combinado com o art. 7(1) do GDPR.',
    },
    {
      term: 'Limites de requisições',
      detail:
        'Para manter o site disponível quando alguém o inunda de requisições. Esse é o nosso legítimo interesse: art. 6(1)(f) do GDPR.',
    },
    {
      term: 'E-mails para nós',
      detail:
        'Para responder a você. Se for para um contrato: art. 6(1)(b) do GDPR. Nos demais casos, nosso legítimo interesse em responder: art. 6(1)(f) do GDPR.',
    },
  ],
})) satisfies Translated<typeof english.legalBases>;

export const retention = ((data) => ({
  kind: 'facts',
  items: [
    {
      term: 'Inscrições',
      detail: `Até ${days(data.signupRetentionDays)} depois da sua inscrição.`,
    },
    ...(data.unconfirmedRetentionDays === undefined
      ? []
      : [
          {
            term: 'Inscrições não confirmadas',
            detail: `${days(data.unconfirmedRetentionDays)} depois da primeira mensagem em que pedimos que você confirmasse seu endereço de e-mail.`,
          },
        ]),
    {
      term: 'Eventos',
      detail: `Até ${days(data.eventRetentionDays)} no nosso servidor.`,
    },
    ...(data.posthogHost
      ? [
          {
            term: 'Eventos na PostHog',
            detail:
              'Até o fim do prazo de retenção da PostHog. A PostHog não mantém um perfil seu, por isso não consegue encontrá-los e apagá-los antes.',
          },
        ]
      : []),
    ...(data.tellsTeam
      ? [
          {
            term: 'Inscrições no serviço de mensagens da nossa equipe',
            detail: 'Até o fim do prazo de retenção desse serviço ou até serem excluídas nele.',
          },
        ]
      : []),
    { term: 'Prova do consentimento', detail: proofRetention(data) },
    ...backups(data),
    { term: 'Cookie de consentimento', detail: `${days(CONSENT_DAYS)}, no seu navegador.` },
    {
      term: 'Contagens por dia e por quarto de hora',
      detail:
        'Sem limite. Elas dizem apenas quantas vezes cada página foi entregue e quantas vezes e onde a análise de uso foi recusada. Não contêm nenhum identificador.',
    },
    {
      term: 'E-mails para nós',
      detail: 'Até que seu pedido esteja resolvido, ou por mais tempo quando uma lei exigir.',
    },
  ],
})) satisfies Translated<typeof english.retention>;

const backups = ({ site: { backupDays } }: PageData) =>
  backupDays === 0
    ? []
    : [
        {
          term: 'Cópias de segurança',
          detail: `Os dados excluídos permanecem em cópias de segurança anteriores ${backupDays === undefined ? 'até que elas também sejam excluídas' : `por até mais ${days(backupDays)}`}. Só usamos essas cópias para restaurar este site depois de uma falha.`,
        },
      ];

/** Three years, unless events are kept for so long that their proof must be kept for longer. */
function proofRetention({ eventRetentionDays }: PageData): string {
  const longer = proofDays(eventRetentionDays);
  return longer === null
    ? 'Três anos após a última decisão associada ao mesmo identificador.'
    : `${days(longer)} após a última decisão associada ao mesmo identificador. Ela é guardada pelo mesmo tempo que os eventos que autorizou.`;
}

export const recipients = ((data) => [
  ...deliveryOfMail(data),
  ...messagesToTeam(data),
  receivers(data),
  text(
    'Se uma empresa de hospedagem opera esse servidor ou o banco de dados dele para nós, ela faz isso sob contrato e apenas seguindo nossas instruções (art. 28 do GDPR).',
  ),
]) satisfies Translated<typeof english.recipients>;

function deliveryOfMail(data: PageData) {
  const provider = mailProvider(data);
  if (provider === null) return [];
  return [
    text(
      `A empresa ${provider} entrega as mensagens em que pedimos que você confirme uma inscrição. Ela faz isso para nós e seguindo nossas instruções (art. 28 do GDPR). Ela recebe seu nome, seu endereço de e-mail e a mensagem, e nada mais.`,
    ),
  ];
}

function messagesToTeam({ tellsTeam }: PageData) {
  if (!tellsTeam) return [];
  return [
    text(
      'Quando você se inscreve, nosso servidor avisa nossa equipe pelo serviço de mensagens que ela usa. Esse serviço atua para nós e seguindo nossas instruções (art. 28 do GDPR). Ele recebe seu nome, seu endereço de e-mail, seu canal do YouTube e o uso pretendido. Se você cancelar sua inscrição, ele recebe a instrução de excluir esses dados.',
    ),
  ];
}

/** Said only where nobody receives anything. */
export const nobodyReceives = ((company) =>
  `Ninguém fora de ${company} recebe seus dados. Inscrições, eventos e provas de consentimento ficam no nosso próprio servidor.`) satisfies typeof english.nobodyReceives;

function receivers(data: PageData) {
  const { posthogHost, site } = data;
  const provider = mailProvider(data);
  const others = [
    provider && `a empresa ${provider}`,
    data.tellsTeam ? 'o serviço de mensagens que nossa equipe usa' : null,
  ].filter((one) => one !== null);
  const but = others.length === 0 ? '' : `, exceto ${others.join(' e ')}`;
  if (posthogHost) {
    return text([
      `A PostHog (${posthogHost}) analisa os eventos com os quais você consentiu. Ela faz isso para nós e seguindo nossas instruções. Nosso servidor envia a ela os eventos e os detalhes registrados com eles, `,
      {
        text: 'conforme a lista da política de privacidade',
        href: '/privacy#information-we-collect',
      },
      '. A PostHog nunca recebe seu nome, seu endereço de e-mail completo nem seu endereço IP. Seu navegador nunca se conecta à PostHog. ',
      `Ninguém mais recebe inscrições nem provas de consentimento${but}.`,
    ]);
  }
  return text(
    others.length === 0
      ? nobodyReceives(site.company)
      : `Ninguém fora de ${site.company} recebe seus dados${but}. Eventos e provas de consentimento ficam no nosso próprio servidor.`,
  );
}

const scc = 'as cláusulas-padrão contratuais da Comissão Europeia (art. 46(2)(c) do GDPR)';

/** Said only where nobody receives anything. */
export const noTransfers = `Este site não repassa dados pessoais a ninguém, portanto não os transfere para países fora do Espaço Econômico Europeu. Se o próprio servidor ou banco de dados dele estiver em um desses países, a base legal são ${scc}, a menos que a Comissão tenha considerado adequada a proteção nesse país (art. 45 do GDPR).`;

export const transfers = ((data) => {
  const provider = mailProvider(data);
  const all = [
    ...(data.posthogHost ? [transferOfEvents(data.posthogHost)] : []),
    ...(provider === null ? [] : [ifAbroad(`a empresa ${provider} tratar nossas mensagens`)]),
    ...(data.tellsTeam
      ? [ifAbroad('o serviço de mensagens que nossa equipe usa tratar as inscrições')]
      : []),
  ];
  return all.length === 0 ? [text(noTransfers)] : all;
}) satisfies Translated<typeof english.transfers>;

/** For recipients that only the operator knows. */
const ifAbroad = (handling: string) =>
  text(
    `Se ${handling} fora do Espaço Econômico Europeu, a base legal dessa transferência são ${scc}, a menos que a Comissão tenha considerado adequada a proteção nesse local (art. 45 do GDPR).`,
  );

function transferOfEvents(posthogHost: string) {
  const cloud = /^(eu|us)(\.i)?\.posthog\.com$/.exec(posthogHost)?.[1];
  switch (cloud) {
    case 'eu':
      return text(
        `A PostHog guarda os eventos em servidores na União Europeia (${posthogHost}). A empresa responsável, PostHog, Inc., tem sede nos Estados Unidos. Se ela tiver acesso a partir de lá, a base legal são ${scc}.`,
      );
    case 'us':
      return text(
        `A PostHog guarda os eventos em servidores nos Estados Unidos (${posthogHost}). A base legal dessa transferência são ${scc}.`,
      );
    default:
      return text(
        `Os eventos vão para a PostHog, em ${posthogHost}. Se esse servidor estiver fora do Espaço Econômico Europeu, a base legal da transferência são ${scc}, a menos que a Comissão tenha considerado adequada a proteção nesse local (art. 45 do GDPR).`,
      );
  }
}

export const gdprRights = (() =>
  list(
    'Acesso: saber se temos dados sobre você e receber uma cópia (art. 15).',
    'Retificação: pedir a correção do que estiver errado (art. 16).',
    'Exclusão: pedir que seus dados sejam apagados (art. 17).',
    'Limitação: pedir que seus dados sejam guardados, mas não usados, por exemplo enquanto analisamos uma oposição (art. 18).',
    'Portabilidade: receber o que você nos forneceu em um formato legível por máquina (art. 20).',
    'Oposição: opor-se ao que fazemos por legítimo interesse, por motivos ligados à sua situação (art. 21).',
    'Revogação: revogar um consentimento a qualquer momento. O que fizemos antes disso continua lícito (art. 7(3)).',
  )) satisfies Translated<typeof english.gdprRights>;

export const howToAsk = (({ site, posthogHost }) => [
  text([
    'Escreva para ',
    mailLink(site),
    ` ou para ${postalAddress(site)}. Não custa nada e não exige formulário. No caso de uma inscrição, escreva do endereço com que você se inscreveu, para sabermos que ela é sua.`,
  ]),
  text([
    'A análise de uso não registra nomes, apenas o identificador aleatório do cookie ',
    { code: CONSENT_COOKIE },
    '. Nesse caso, você não precisa nos escrever: a ',
    { text: 'política de cookies', href: '/cookies#managing' },
    ' mostra tudo o que temos associado a esse identificador e permite que você baixe e exclua esses dados. Sem o cookie, ninguém consegue saber quais registros são seus.',
  ]),
  ...(posthogHost
    ? [
        text(
          'A exclusão apaga esses registros do nosso servidor. Os eventos já enviados à PostHog não podem ser encontrados lá com esse identificador. Eles permanecem até o fim do prazo de retenção da PostHog.',
        ),
      ]
    : []),
  text(
    'Para interromper a análise de uso, clique em “Desativar análise” no rodapé de qualquer página. O efeito é imediato.',
  ),
]) satisfies Translated<typeof english.howToAsk>;
