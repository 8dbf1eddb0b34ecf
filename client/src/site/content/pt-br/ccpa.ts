import type { EventName } from '#shared/events';
import type { PageData } from '#shared/page';
import type * as english from '../en/ccpa.ts';
import { mailLink, mailProvider, phoneLink } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';
import { howToAsk, retention } from './processing.ts';

/** What is recorded of each event. */
const RECORDED: Record<EventName, string> = {
  scroll: 'até onde você rola a página',
  section_view: 'seções vistas',
  button_click: 'botões de inscrição clicados',
  form_submit: 'o resultado de um formulário, com o domínio do endereço de e-mail',
};

/** Said only where nobody receives anything. */
export const noServiceProviders =
  'Nenhuma outra empresa recebe qualquer parte disso, a menos que uma opere o servidor para nós. Essa empresa é uma prestadora de serviços, e o contrato dela proíbe qualquer outro uso.';

function serviceProviders(data: PageData) {
  const mail = mailProvider(data);
  const named = [
    data.posthogHost
      ? `A PostHog, em ${data.posthogHost}, analisa para nós a atividade na internet.`
      : null,
    mail &&
      `A empresa ${mail} entrega a mensagem em que pedimos que você confirme uma inscrição, com seu nome e seu endereço de e-mail.`,
    data.tellsTeam
      ? 'O serviço de mensagens que nossa equipe usa recebe o que você informa ao se inscrever: seu nome, seu endereço de e-mail, o uso pretendido e seu canal do YouTube.'
      : null,
  ].filter((one) => one !== null);
  return named.length === 0
    ? [text(noServiceProviders)]
    : [
        text(
          'Estes prestadores de serviços recebem parte disso. Os contratos deles proíbem qualquer outro uso:',
        ),
        list(...named),
      ];
}

export const content = ((data) => ({
  heading: 'Aviso para residentes da Califórnia',
  lead: 'A Lei de Privacidade do Consumidor da Califórnia (CCPA) dá a você os direitos de saber, de excluir, de recusar (opt-out) e de não sofrer discriminação. Respeitamos esses direitos para qualquer pessoa que peça.',
  sections: [
    {
      id: 'know',
      heading: 'Direito de saber',
      blocks: [
        text(
          'Você pode perguntar quais informações pessoais coletamos sobre você, de onde vieram, para que servem e quem as recebeu. Também pode pedir uma cópia. Coletamos as categorias a seguir, e fizemos o mesmo nos últimos doze meses:',
        ),
        {
          kind: 'facts',
          items: [
            {
              term: 'Identificadores',
              detail:
                'Nome e endereço de e-mail, se você se inscrever; um identificador aleatório em um cookie, se você aceitar a análise de uso.',
            },
            {
              term: 'Atividade na internet',
              detail: `Apenas se você aceitar a análise de uso: ${Object.values(RECORDED).join(', ')}, e como você chegou a este site.`,
            },
            {
              term: 'O que você escreve',
              detail: 'O uso pretendido e seu canal do YouTube, se você os informar.',
            },
            {
              term: 'Informações sensíveis',
              detail: 'Nenhuma.',
            },
          ],
        },
        text([
          'Tudo isso vem de você ou do seu navegador. Usamos essas informações para avisar você sobre o acesso antecipado, responder à sua candidatura e, com o seu consentimento, melhorar este site. Veja os detalhes na ',
          { text: 'política de privacidade', href: '/privacy' },
          '.',
        ]),
        ...serviceProviders(data),
        text('Guardamos essas informações por este tempo:'),
        retention(data),
      ],
    },
    {
      id: 'delete',
      heading: 'Direito de excluir',
      blocks: [
        text(
          'Você pode pedir que excluamos o que temos sobre você e que corrijamos o que estiver errado. Depois de uma exclusão, guardamos apenas o que a lei exige, como a prova de um consentimento, e avisamos você se for o caso.',
        ),
      ],
    },
    {
      id: 'opt-out',
      heading: 'Direito de recusar (opt-out)',
      blocks: [
        text(
          'Não vendemos as informações pessoais de adultos nem de menores e não as compartilhamos para publicidade entre sites. Não fizemos isso nos últimos doze meses. Não há nada a recusar, por isso este site não tem um link para isso.',
        ),
        text(
          'Mesmo assim, respeitamos o sinal Global Privacy Control. Se o seu navegador o envia, não perguntamos sobre a análise de uso, não medimos nada do que você faz e não armazenamos nada no seu dispositivo.',
        ),
        text([
          'A análise de uso fica desativada até você aceitar. Você pode desativá-la de novo no rodapé de cada página e nas ',
          { text: 'configurações de cookies', href: '/cookies#managing' },
          '.',
        ]),
      ],
    },
    {
      id: 'non-discrimination',
      heading: 'Direito de não sofrer discriminação',
      blocks: [
        text(
          'Não discriminamos você por exercer esses direitos. Você tem as mesmas páginas, a mesma lista de espera, os mesmos preços e os mesmos descontos que todo mundo.',
        ),
      ],
    },
    {
      id: 'requests',
      heading: 'Como pedir e quando respondemos',
      blocks: [
        ...howToAsk(data),
        list(
          'Respondemos aos pedidos em até 45 dias.',
          'Outra pessoa pode fazer o pedido por você. Nesse caso, precisamos da sua autorização por escrito, enviada do seu próprio endereço.',
        ),
        text(['Perguntas: ', mailLink(data.site), ' ou ', phoneLink(data.site), '.']),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
