import type * as english from '../en/mail.ts';
import type { Translated } from '../translated.ts';
import { days } from './processing.ts';
import { signupContent } from './signup.ts';

export const mailPages = {
  confirm: {
    heading: 'Confirme seu e-mail',
    text: 'Foi isto que você digitou? Clique no botão para que sua inscrição passe a valer. Se não foi, feche esta página e ignore nossa mensagem.',
    button: 'Confirmar meu e-mail',
  },
  confirmed: {
    heading: 'Seu e-mail está confirmado',
    text: 'Agradecemos a confirmação. Você terá notícias nossas assim que houver algo para contar.',
  },
  already: {
    heading: 'Seu e-mail já está confirmado',
    text: 'Você não precisa fazer mais nada. Daremos notícias assim que houver algo para contar.',
  },
  expired: {
    heading: 'Este link expirou',
    text: 'Um link vale por sete dias. Podemos enviar um novo para você.',
    button: 'Quero uma nova mensagem',
  },
  removed: {
    heading: 'Esta inscrição não existe mais',
    text: 'Ela foi excluída, portanto não há nada para confirmar. Se quiser, inscreva-se de novo.',
  },
  unknown: {
    heading: 'Não conhecemos este link',
    text: 'Talvez a inscrição já tenha sido excluída ou falte uma parte do link.',
  },
  'sent-again': {
    heading: 'Uma nova mensagem está a caminho',
    text: 'Abra a mensagem e clique no botão. Ela pode levar alguns minutos para chegar.',
  },
  'too-soon': {
    heading: 'Não é possível enviar outra mensagem agora',
    text: 'Nossa última mensagem para você ainda espera para ser enviada, o que pode levar algumas horas. Enviamos no máximo três mensagens por dia a cada endereço. Confira também a pasta de spam.',
    writeTo: ['Se não a encontrar, escreva para ', '.'],
  },
  'no-mail': {
    heading: 'A confirmação não é mais necessária',
    text: 'Não enviamos mais essas mensagens. Sua inscrição vale sem confirmação.',
  },
  leave: {
    heading: 'Excluir sua inscrição',
    text: 'Clique no botão para excluir seu nome, seu endereço de e-mail e tudo o mais que você informou.',
    button: 'Excluir minha inscrição',
  },
  left: {
    heading: 'Sua inscrição foi excluída',
    text: 'Excluímos tudo o que você informou.',
  },
} satisfies Translated<typeof english.mailPages>;

export const mailPageText = {
  title: (heading, brand) => `${heading} · ${brand}`,
  legal: 'Informações legais',
  toHome: 'Ir para a página inicial',
  kind: 'Inscrição',
  youtubeChannel: 'Canal do YouTube',
} satisfies Translated<typeof english.mailPageText>;

export const confirmMessageContent = ((input) => {
  const { site, name, signupType, unconfirmedRetentionDays } = input;
  const { brand, company, address, email } = site;
  const { host } = new URL(site.url);
  const { benefitsTitle, benefits } = signupContent.tabs[signupType];
  const isBeta = signupType === 'beta';
  return {
    subject: `${brand}: confirme seu e-mail`,
    greeting: name === '' ? 'Olá!' : `Olá, ${name}!`,
    why: isBeta
      ? `Esta é uma mensagem do ${brand}. Alguém (esperamos que tenha sido você) informou este endereço em ${host} para se candidatar ao beta.`
      : `Esta é uma mensagem do ${brand}. Alguém (esperamos que tenha sido você) informou este endereço em ${host} para entrar na lista de espera.`,
    ask: isBeta
      ? 'Vamos ler sua candidatura depois que o endereço for confirmado.'
      : 'Seu lugar na lista passa a valer assim que o endereço for confirmado.',
    button: 'Confirmar meu e-mail',
    code: 'Ou digite este código na página em que você se inscreveu:',
    valid: 'O botão e o código valem por sete dias.',
    benefitsTitle,
    benefits,
    ignore: `Se não foi você, ignore esta mensagem. Excluímos uma inscrição não confirmada ${days(unconfirmedRetentionDays)} depois da nossa primeira mensagem e até lá escrevemos para este endereço três vezes por dia, no máximo.`,
    leave: 'Excluir minha inscrição agora',
    sender: [
      company,
      address.street,
      `${address.postalCode} ${address.city}`,
      address.country,
      email,
    ],
  };
}) satisfies Translated<typeof english.confirmMessageContent>;
