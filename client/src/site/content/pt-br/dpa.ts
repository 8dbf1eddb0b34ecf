import { type PageData, sendsMail } from '#shared/page';
import type * as english from '../en/dpa.ts';
import { mailLink, mailProvider, postalAddress } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = ((data) => {
  const { site } = data;
  return {
    heading: 'Acordo de tratamento de dados',
    lead: `Se um vídeo que você dubla com o ${site.brand} mostra ou cita pessoas, você nos confia os dados pessoais delas. Este acordo, nos termos do art. 28 do GDPR, diz como os tratamos.`,
    sections: [
      {
        id: 'roles',
        heading: 'Controlador e operador',
        blocks: [
          text(
            `Você decide o que é dublado e por quê; portanto, é o controlador. Nós (${postalAddress(site)}) dublamos para você, conforme suas instruções; portanto, somos o operador. Este acordo passa a fazer parte do nosso contrato quando seu acesso ao ${site.brand} é aprovado e termina com esse contrato.`,
          ),
          text([
            `Quanto aos dados deste próprio site, como as inscrições${sendsMail(data) ? ' e a mensagem que pede que você confirme a sua (art. 6(1)(f) do GDPR)' : ''}, o controlador somos nós. Disso trata a `,
            { text: 'política de privacidade', href: '/privacy' },
            '.',
          ]),
        ],
      },
      {
        id: 'processing',
        heading: 'Detalhes do tratamento',
        blocks: [
          {
            kind: 'facts',
            items: [
              {
                term: 'Objeto',
                detail: 'Tradução e síntese de voz do vídeo que você envia.',
              },
              {
                term: 'Tipos de dados',
                detail:
                  'Vozes, rostos, nomes e tudo o mais que é visto, ouvido ou dito no seu vídeo.',
              },
              {
                term: 'Titulares',
                detail:
                  'As pessoas que falam no seu vídeo, que são vistas nele ou de quem se fala nele.',
              },
              {
                term: 'Duração',
                detail:
                  'Enquanto durar o processamento. O conteúdo enviado é normalmente excluído em até 30 dias após o fim do processamento.',
              },
              {
                term: 'Local',
                detail: 'Apenas onde você tiver concordado e o Capítulo V do GDPR permitir.',
              },
            ],
          },
        ],
      },
      {
        id: 'duties',
        heading: 'Nossos compromissos',
        blocks: [
          list(
            'Tratamos os dados apenas conforme suas instruções por escrito, o que inclui a dublagem que você pede. Avisamos você se acharmos que uma instrução viola a lei.',
            'Todas as pessoas que trabalham com os dados têm dever de confidencialidade.',
            'Tratamos vozes para sintetizar fala, nunca para identificar alguém.',
            'Ajudamos você a responder às pessoas que exercem seus direitos. Ajudamos também com suas outras obrigações, como avaliações e o contato com autoridades (arts. 32 a 36).',
            'Terminado o trabalho, excluímos os dados. Se você pedir, nós os devolvemos antes.',
            'Fornecemos a você o que for necessário para demonstrar que cumprimos este acordo e permitimos que você nos audite.',
          ),
        ],
      },
      {
        id: 'security',
        heading: 'Segurança',
        blocks: [
          text('Adotamos as medidas que o art. 32 do GDPR exige. Em especial:'),
          list(
            'Os dados são criptografados em trânsito.',
            'Só tem acesso quem precisa dele para trabalhar.',
            'Nunca gravamos o conteúdo do seu vídeo em logs.',
            'Excluímos o que não é mais necessário.',
          ),
          text(
            'Podemos aprimorar essas medidas conforme o estado da técnica. Elas não podem ficar aquém dele.',
          ),
        ],
      },
      {
        id: 'subprocessors',
        heading: 'Suboperadores',
        blocks: [
          text(subprocessorsOf(data)),
          text(
            'Avisamos você antes de contratar outro, para que possa se opor. Vinculamos cada um deles por contrato às mesmas obrigações e respondemos pelo que fazem.',
          ),
        ],
      },
      {
        id: 'breaches',
        heading: 'Incidentes de segurança',
        blocks: [
          text(
            'Se dados pessoais que tratamos para você forem perdidos, divulgados ou alterados em desacordo com as regras, avisamos você sem demora injustificada depois de tomarmos conhecimento. Informamos o que aconteceu, de quem são os dados e quantos foram afetados, quais são as consequências prováveis e o que estamos fazendo. Assim, você tem tempo de notificar diretamente a autoridade, o que deve fazer em até 72 horas (art. 33).',
          ),
        ],
      },
      {
        id: 'contact',
        heading: 'Contato',
        blocks: [
          text(['Para uma via assinada, instruções e perguntas: ', mailLink(site), '.']),
          text([
            'O que mais vale entre nós está nos ',
            { text: 'termos de uso', href: '/terms' },
            '.',
          ]),
        ],
      },
    ],
  };
}) satisfies Translated<typeof english.content>;

/** Said only where nobody receives anything. */
export const noSubprocessors = 'Nenhum.';

function subprocessorsOf(data: PageData): string {
  const provider = mailProvider(data);
  const named = [
    data.posthogHost
      ? `A PostHog (${data.posthogHost}) analisa eventos de uso de visitantes deste site que deram seu consentimento.`
      : null,
    provider &&
      `A empresa ${provider} entrega as mensagens que pedem a confirmação de uma inscrição neste site.`,
    data.tellsTeam
      ? 'O serviço de mensagens que nossa equipe usa recebe o que as pessoas informam ao se inscrever neste site.'
      : null,
  ].filter((one) => one !== null);
  if (named.length === 0) return noSubprocessors;
  return [...named, 'Não repassamos o conteúdo enviado.', 'Não há outros suboperadores.'].join(' ');
}
