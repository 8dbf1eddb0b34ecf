import type { SignupProblems } from '#shared/signups';
import type * as english from '../en/signup.ts';
import type { Translated } from '../translated.ts';

const MESSAGE =
  'Estamos enviando uma mensagem para você. Clique no botão que está nela, ou digite aqui o código, para confirmar seu e-mail. Em horários de muita procura, leva algumas horas.';

const callSheetTerms = {
  signedUpFor: 'Sua inscrição',
  get: 'Você recebe',
  next: 'Próximos passos',
};

const benefits = {
  notifyme: [
    'Aviso em primeira mão no lançamento',
    'Desconto exclusivo de 25% para quem chega antes',
    'Suporte prioritário nos primeiros passos',
    'Acesso ao webinar de lançamento',
  ],
  beta: [
    'Acesso gratuito durante o beta',
    '50% de desconto vitalício a partir do lançamento',
    'Canal direto para seu feedback',
    'Prioridade para os recursos que você pedir',
    'Reconhecimento como usuário fundador',
  ],
} as const;

export const signupContent = {
  tabsLabel: 'Como você quer começar?',
  tabs: {
    notifyme: {
      label: 'Avise-me',
      offer: 'Grátis · 25% de desconto no lançamento',
      benefitsTitle: 'Benefícios do acesso antecipado',
      benefits: benefits.notifyme,
      submit: 'Avise-me',
    },
    beta: {
      label: 'Acesso beta',
      offer: 'Por candidatura · 50% de desconto vitalício',
      benefitsTitle: 'Benefícios premium',
      benefits: benefits.beta,
      submit: 'Candidate-se ao beta',
    },
  },
  labels: {
    name: 'Nome',
    email: 'E-mail',
    youtubeChannel: 'Canal do YouTube (opcional)',
    useCase: 'Uso pretendido',
  },
  submitting: 'Enviando…',
  noScript: 'Você precisa de JavaScript para enviar este formulário.',
  requiredNote: 'Os campos marcados com * são obrigatórios.',
  note: {
    purpose:
      'Usamos o que você informa apenas para avisar sobre o acesso antecipado e responder à sua candidatura.',
    stays: 'Tudo fica no nosso próprio servidor.',
    kept: 'Guardamos tudo no nosso próprio servidor.',
    team: 'O serviço de mensagens que nossa equipe usa também recebe esses dados.',
    mail: (provider) =>
      `Enviamos uma mensagem${provider ? ` via ${provider}` : ''} a este endereço para verificar se ele é seu (art. 6(1)(f) do GDPR).`,
    analytics: (host) =>
      `Se você aceitar a análise de uso, a PostHog (${host}) recebe o domínio do seu endereço de e-mail.`,
  },
  privacyLink: { label: 'Política de privacidade', path: '/privacy' },
  code: {
    label: 'Código da nossa mensagem',
    submit: 'Confirmar',
    submitting: 'Confirmando…',
    outcomes: {
      confirmed: 'Seu e-mail está confirmado.',
      wrong: 'O código não é este. Digite os seis dígitos da nossa mensagem mais recente.',
      gone: 'Este código expirou ou houve tentativas demais. Clique no botão da nossa mensagem.',
      error: 'Algo deu errado. Tente novamente mais tarde.',
    },
    tries: (left) =>
      left === 1 ? 'Você ainda tem uma tentativa.' : `Você ainda tem ${left} tentativas.`,
  },
  toasts: {
    success: {
      notifyme: {
        title: 'Tudo certo!',
        text: 'Você está na lista de espera! Prepare-se para o acesso antecipado com descontos exclusivos.',
      },
      beta: {
        title: 'Tudo certo!',
        text: 'Candidatura ao beta enviada! Em breve entraremos em contato com os detalhes do acesso exclusivo.',
      },
    },
    duplicate: {
      title: 'Você já se inscreveu',
      text: 'Este e-mail já está cadastrado. Agradecemos seu interesse!',
    },
    error: { title: 'Algo deu errado', text: 'Tente novamente mais tarde.' },
    mail: 'Uma mensagem está a caminho: abra-a e clique no botão para confirmar seu e-mail.',
  },
  callSheet: {
    label: 'Ordem do dia',
    success: {
      notifyme: {
        title: 'Você está na lista',
        rows: [
          { term: callSheetTerms.signedUpFor, details: ['Lista de espera. É grátis.'] },
          { term: callSheetTerms.get, details: benefits.notifyme },
          {
            term: callSheetTerms.next,
            details: ['Enviaremos um e-mail no lançamento. Até lá, você não precisa fazer nada.'],
            byMail: [MESSAGE, 'Depois disso, enviaremos um e-mail no lançamento.'],
          },
        ],
      },
      beta: {
        title: 'Recebemos sua candidatura',
        rows: [
          { term: callSheetTerms.signedUpFor, details: ['Uma vaga no beta, por candidatura.'] },
          { term: 'Após a aprovação, você recebe', details: benefits.beta },
          {
            term: callSheetTerms.next,
            details: [
              'Vamos ler sua candidatura. Depois, entraremos em contato com os detalhes do acesso.',
            ],
            byMail: [
              MESSAGE,
              'Depois disso, vamos ler sua candidatura e entrar em contato com os detalhes do acesso.',
            ],
          },
        ],
      },
    },
    duplicate: {
      title: 'Você já se inscreveu',
      rows: [
        {
          term: 'Seu e-mail',
          details: ['Este e-mail já está cadastrado. Agradecemos seu interesse!'],
        },
        {
          term: callSheetTerms.get,
          details: ['O que sua primeira inscrição prometeu. Continua valendo.'],
        },
        {
          term: callSheetTerms.next,
          details: [
            'Quer mudar algo, por exemplo passar da lista de espera para o beta? Escreva para nós.',
          ],
        },
      ],
    },
    contact: { label: 'Fale conosco', path: '/contact' },
  },
} as const satisfies Translated<typeof english.signupContent>;

export const signupProblems = {
  nameRequired: 'Informe seu nome completo',
  emailRequired: 'Informe seu e-mail',
  emailInvalid: 'Informe um e-mail válido',
  useCaseRequired: 'Conte para que você vai usar e o que precisa dublar',
  tooLong: (max) => `Use no máximo ${max.toLocaleString('pt-BR')} caracteres`,
} satisfies SignupProblems;
