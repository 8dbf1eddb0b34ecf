import type * as english from '../en/terms.ts';
import { dateIn, mailLink, phoneLink, postalAddress } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => ({
  heading: 'Termos de uso',
  lead: `O que você pode esperar de nós, e nós de você, ao usar este site, a lista de espera e o beta do ${site.brand}.`,
  updated: `Última atualização: ${dateIn('pt-BR', site.termsDate)}`,
  sections: [
    {
      id: 'agreement',
      heading: 'Acordo',
      blocks: [
        text(
          `Estes termos valem entre você e ${site.company} (“nós”). Eles se aplicam quando você usa este site, entra na lista de espera ou participa do beta do ${site.brand}. Se você não concorda com eles, não use estes serviços.`,
        ),
        text(
          'Entrar na lista de espera é grátis e não obriga você a nada. A candidatura ao beta é um pedido, ainda não um contrato. Avisaremos se seu acesso foi aprovado ou não e a partir de quando.',
        ),
        text(
          'Se você age em nome de uma empresa ou de outra organização, confirma que tem autorização para isso. Se tivermos combinado algo diferente com você individualmente, esse acordo prevalece.',
        ),
      ],
    },
    {
      id: 'license',
      heading: 'Licença de uso',
      blocks: [
        text(
          `Concedemos a você o direito pessoal, não exclusivo e intransferível de usar este site em seus próprios projetos, inclusive comerciais. Quando seu acesso for aprovado, esse direito também abrangerá o beta do ${site.brand}. Ele termina se você descumprir estes termos ou quando o beta terminar. Você não pode:`,
        ),
        list(
          'revender o serviço ou repassar seu acesso a outras pessoas;',
          'desmontá-lo para copiá-lo ou contornar seus limites e proteções;',
          'dublar uma voz ou uma pessoa sem a permissão necessária;',
          'usá-lo para enganar, difamar, assediar ou violar a lei;',
          'sobrecarregá-lo a ponto de outras pessoas não conseguirem usá-lo.',
        ),
      ],
    },
    {
      id: 'availability',
      heading: 'Disponibilidade',
      blocks: [
        text(
          'Queremos que o serviço esteja disponível quando você precisar, mas não prometemos nenhum nível específico de disponibilidade. Manutenções e falhas imprevistas podem interrompê-lo.',
        ),
        text(
          'Um beta serve para testes: pode conter erros, mudar ou terminar. Quando pudermos, avisaremos com antecedência. Guarde cópias dos seus originais.',
        ),
      ],
    },
    {
      id: 'content',
      heading: 'Propriedade do conteúdo',
      blocks: [
        text(
          'O que você envia continua sendo seu, e o resultado também. Não reivindicamos a propriedade de nenhum dos dois. Você nos autoriza a armazenar e tratar seu conteúdo apenas na medida necessária para a dublagem que você pede.',
        ),
        text(
          'Você confirma que tem os direitos necessários sobre seu conteúdo, inclusive os das pessoas vistas e ouvidas nele.',
        ),
        text(
          'O conteúdo enviado é normalmente excluído em até 30 dias após o fim do processamento. Você pode pedir que ele seja excluído antes.',
        ),
        text([
          'Se o seu conteúdo contém dados pessoais de outras pessoas, aplica-se nosso ',
          { text: 'acordo de tratamento de dados', href: '/dpa' },
          '. Os textos, as imagens e o código deste site pertencem a nós ou a quem os licenciou para nós.',
        ]),
      ],
    },
    {
      id: 'liability',
      heading: 'Responsabilidade',
      blocks: [
        text(
          'Respondemos sem limite por dolo e culpa grave, e por danos à vida, à integridade física ou à saúde. O mesmo vale nos termos da legislação sobre responsabilidade pelo produto e na medida em que tenhamos dado uma garantia.',
        ),
        text(
          'Por culpa leve, só respondemos se descumprirmos uma obrigação essencial: aquela sem a qual o contrato perderia sua finalidade e com cujo cumprimento você pode normalmente contar. Nesse caso, nossa responsabilidade se limita aos danos típicos e previsíveis. Fora desses casos, não respondemos. O mesmo vale para quem age em nosso nome.',
        ),
        text(
          'Confira a versão dublada antes de publicá-la. Os números deste site, como os de precisão e velocidade, descrevem o produto; não são uma garantia no sentido jurídico.',
        ),
      ],
    },
    {
      id: 'law',
      heading: 'Lei aplicável',
      blocks: [
        text(
          `Estes termos são regidos pela legislação do seguinte país: ${site.jurisdiction}, com exclusão da Convenção das Nações Unidas sobre Contratos de Compra e Venda Internacional de Mercadorias. Se você é consumidor, mantém a proteção das normas imperativas do país em que vive.`,
        ),
        text(
          `Se você age como empresa, são competentes os tribunais da nossa sede em ${site.address.city}, na medida em que a lei permitir. Se uma parte destes termos for inválida, o restante continua valendo.`,
        ),
      ],
    },
    {
      id: 'contact',
      heading: 'Contato',
      blocks: [
        text([
          'Perguntas sobre estes termos: ',
          mailLink(site),
          ', ',
          phoneLink(site),
          ` ou por carta para ${postalAddress(site)}.`,
        ]),
        text([
          'O que fazemos com dados pessoais está na ',
          { text: 'política de privacidade', href: '/privacy' },
          '; quem somos está no ',
          { text: 'aviso legal', href: '/impressum' },
          '.',
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
