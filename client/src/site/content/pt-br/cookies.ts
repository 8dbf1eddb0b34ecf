import type { EventName } from '#shared/events';
import { GROWTH_SESSION_HOURS, growthCookieFor } from '#shared/growth-cookie';
import { CONSENT_COOKIE, CONSENT_DAYS, NO_CONSENT_ID } from '#shared/limits';
import type * as english from '../en/cookies.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

/** What is recorded of each event. */
const RECORDED: Record<EventName, string> = {
  scroll: 'até onde você rola a página inicial (25, 50, 75, 90 e 100 por cento);',
  section_view: 'quais seções dela você vê;',
  button_click: 'em quais botões de inscrição você clica, e onde;',
  form_submit:
    'o resultado de um formulário de inscrição e o domínio do endereço de e-mail. O domínio é a parte depois do @ e pode identificar uma pessoa.',
};

export const content = (({ site, posthogHost, eventRetentionDays }) => ({
  heading: 'Política de cookies',
  lead: 'Este site usa um único cookie para visitantes. Ele guarda sua escolha sobre a análise de uso e só é gravado depois que você escolhe. Nada mais é armazenado no seu dispositivo.',
  sections: [
    {
      id: 'essential',
      heading: 'Cookies essenciais',
      blocks: [
        text(
          'Nada é armazenado antes de você responder à pergunta sobre a análise de uso. Depois disso, um cookie guarda sua resposta, para que não perguntemos em todas as páginas.',
        ),
        {
          kind: 'table',
          caption: 'Todos os cookies deste site',
          head: ['Nome', 'Finalidade', 'Origem', 'Duração'],
          rows: [
            [
              [{ code: CONSENT_COOKIE }],
              `Lembra se você aceitou ou recusou a análise de uso. Se você aceitar, ele contém um identificador aleatório com o qual seu consentimento é registrado. Se você recusar e nunca tiver aceitado, ele contém, em vez disso, a palavra “${NO_CONSENT_ID}”.`,
              'Este site',
              `${CONSENT_DAYS} dias`,
            ],
            [
              [{ code: growthCookieFor(site.url) }],
              'Apenas para as pessoas que administram este site. Mantém a sessão delas aberta enquanto consultam os números do site. Visitantes nunca o recebem.',
              'Este site',
              `${GROWTH_SESSION_HOURS} horas`,
            ],
          ],
        },
      ],
    },
    {
      id: 'analytics',
      heading: 'Análise de uso',
      blocks: [
        text(
          'A análise de uso fica desativada até você aceitar e não grava nenhum outro cookie. Antes disso, seu navegador nem sequer carrega o código dela. Se você aceitar, registramos o seguinte com o identificador aleatório mencionado acima:',
        ),
        list(...Object.values(RECORDED)),
        text(
          'Com cada um desses itens, registramos a hora, o caminho e o idioma da página e se a sua janela é pequena, média ou grande. Registramos também o site de onde você veio e os rótulos de campanha do link que você seguiu. Nunca registramos seu endereço de e-mail completo, seu endereço IP nem a identificação do seu navegador.',
        ),
        text(
          posthogHost
            ? `O próprio servidor deste site guarda esses registros por até ${eventRetentionDays} dias e os envia à PostHog, em ${posthogHost}. Seu navegador nunca se conecta à PostHog.`
            : `O próprio servidor deste site guarda esses registros por até ${eventRetentionDays} dias. Ninguém mais os recebe.`,
        ),
      ],
    },
    {
      id: 'marketing',
      heading: 'Cookies de marketing',
      blocks: [text('Nenhum. Este site não exibe publicidade e não segue você em outros sites.')],
    },
    {
      id: 'third-party',
      heading: 'Cookies de terceiros',
      blocks: [
        text(
          'Nenhum. Todos os arquivos deste site, inclusive fontes e imagens, vêm do próprio servidor dele. Durante a visita, seu navegador não se conecta a nenhuma outra empresa.',
        ),
      ],
    },
    {
      id: 'managing',
      heading: 'Gerenciar preferências',
      blocks: [
        text(
          `Guardamos sua escolha por ${CONSENT_DAYS} dias, ou até mudarmos a pergunta. Então perguntamos de novo. Você pode mudar sua escolha a qualquer momento, aqui ou no rodapé de cada página. Aqui você também pode ver, baixar e excluir o que temos sobre este navegador. Não é preciso ter conta.`,
        ),
        { kind: 'widget', widget: 'my-data' },
        { kind: 'widget', widget: 'consent-choice' },
        text(
          'Se o seu navegador envia o sinal Global Privacy Control, entendemos isso como um não: não perguntamos, não medimos e não armazenamos nada. Você também pode excluir o cookie nas configurações do navegador. Nesse caso, perguntamos de novo.',
        ),
        text([
          'Perguntas sobre esta política: ',
          { text: site.email, href: `mailto:${site.email}` },
          '.',
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;

const plural = new Intl.PluralRules('pt-BR');

export const myDataContent = {
  choice: {
    gpc: 'Seu navegador envia o sinal Global Privacy Control, que vale como um não. Não perguntamos, e nada é medido.',
    unknown: 'Você ainda não escolheu. Nada é medido, e nada está armazenado no seu dispositivo.',
    granted: (date) => `Você aceitou a análise de uso em ${date}.`,
    refused: (date) => `Você recusou a análise de uso em ${date}.`,
    identifier: 'Seu identificador aqui é',
    identifierEnd: '.',
    noIdentifier:
      'Este navegador não tem um identificador aqui, por isso não temos nada sobre ele.',
  },
  loading: 'Buscando o que temos associado ao seu identificador…',
  failed: 'Não foi possível consultar seus dados. Verifique sua conexão e tente de novo.',
  retry: 'Tentar de novo',
  needsScript: 'Você precisa de JavaScript para ver o que temos sobre este navegador.',
  nothing: 'Ainda não temos nada associado ao seu identificador.',
  caption: (shown, total) => {
    if (shown < total) return `Os ${shown} registros mais recentes, de um total de ${total}`;
    return plural.select(total) === 'one' ? 'Um registro' : `Todos os ${total} registros`;
  },
  head: { time: 'Data', what: 'O que foi registrado', where: 'Página' },
  download: 'Baixar meus dados',
  delete: 'Excluir meus dados',
  question:
    'Excluir tudo o que temos associado ao seu identificador? Isso também desativa a análise de uso. Não é possível desfazer.',
  keep: 'Manter meus dados',
  confirm: 'Sim, excluir meus dados',
  deleting: 'Excluindo…',
  outcome: 'Seus dados',
  deleteFailed: 'Não foi possível excluir seus dados. Verifique sua conexão e tente de novo.',
  deleted: (events) =>
    `${plural.select(events) === 'one' ? `Excluído: ${events} evento` : `Excluídos: ${events} eventos`}. A análise de uso está desativada, e este navegador não tem mais um identificador aqui. Guardamos um registro de que você deu e revogou seu consentimento, porque a lei exige essa prova.`,
  posthog: (host) =>
    `Os eventos já enviados à PostHog, em ${host}, não podem ser encontrados lá com este identificador. Eles permanecem até o fim do prazo de retenção da PostHog.`,
  fileName: 'meus-dados.json',
  events: {
    scroll: ({ percent_scrolled }) => `Você rolou ${percent_scrolled} por cento da página`,
    section_view: ({ section_name }) => `Você viu a seção “${section_name}”`,
    button_click: ({ button_name, click_location }) =>
      `Você clicou em “${button_name}” (${click_location})`,
    form_submit: ({ form_type, event_label, email_domain }) =>
      `Você enviou o formulário “${form_type}”: ${event_label} (domínio do e-mail: ${email_domain})`,
  },
  accepted: 'Você aceitou a análise de uso',
  turnedOff: 'Você desativou a análise de uso',
  decision: (what, source, revision, language) =>
    `${what} (${source}, texto ${revision}, ${language})`,
  agreed: (language) => `O texto que você aceitou (${language})`,
} satisfies Translated<typeof english.myDataContent>;
