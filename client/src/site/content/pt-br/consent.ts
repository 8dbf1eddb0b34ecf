import type { EventName } from '#shared/events';
import { CONSENT_DAYS } from '#shared/limits';
import type * as english from '../en/consent.ts';

/** What is recorded of each event: in the question, and in the settings. */
const RECORDED: Record<EventName, { question: string; settings: string }> = {
  scroll: { question: 'rolagem', settings: 'até onde você rola a página' },
  section_view: { question: 'seções vistas', settings: 'as seções que você vê' },
  button_click: {
    question: 'botões clicados',
    settings: 'os botões de inscrição em que você clica',
  },
  form_submit: {
    question: 'formulários enviados',
    settings: 'o resultado de um formulário',
  },
};

export const closeLabel = 'Fechar';

export const consentText: typeof english.consentText = (posthogHost) => {
  const where = posthogHost
    ? `O próprio servidor deste site guarda os dados e os envia à PostHog (${posthogHost})`
    : 'Os dados ficam no próprio servidor deste site';
  const recorded = Object.values(RECORDED);
  const questions = recorded.map(({ question }) => question);
  const settings = recorded.map(({ settings }) => settings);
  return {
    title: `Podemos medir como esta página é usada: ${questions.slice(0, -1).join(', ')} e ${questions.at(-1)}?`,
    description: `${where}. Guardamos sua resposta por ${CONSENT_DAYS} dias; você pode mudá-la no rodapé de cada página.`,
    accept: 'Aceitar análise',
    reject: 'Recusar análise',
    manage: 'Detalhes',
    save: 'Salvar minha escolha',
    policyLink: 'Política de cookies',
    preferencesTitle: 'Configurações de cookies',
    analyticsTitle: 'Análise de uso',
    analyticsDescription: `Registramos o seguinte com um identificador aleatório: ${settings.slice(0, -1).join(', ')} e ${settings.at(-1)}. De um formulário, registramos apenas o domínio do endereço de e-mail, a parte depois do @, que pode identificar uma pessoa. Cada registro contém também o caminho da página, o tamanho da sua tela (pequena, média ou grande) e o site ou o link de campanha que trouxe você até aqui. Nunca registramos seu endereço de e-mail completo, seu endereço IP nem a identificação do seu navegador. ${where}${posthogHost ? '' : ', e ninguém mais os recebe'}. Sem o seu consentimento, não medimos nada.`,
  };
};
