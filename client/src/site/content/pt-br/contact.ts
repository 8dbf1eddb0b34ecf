import type * as english from '../en/contact.ts';
import { mailLink, phoneLink, postalAddress } from '../identity.ts';
import { text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => ({
  heading: 'Fale conosco',
  lead: `Você tem uma pergunta sobre o ${site.brand}, o beta, seus dados ou qualquer outro assunto? Escreva, ligue ou mande uma carta.`,
  sections: [
    {
      id: 'details',
      heading: 'Nossos contatos',
      blocks: [
        {
          kind: 'facts',
          items: [
            { term: 'E-mail de suporte', detail: [mailLink(site)] },
            { term: 'Telefone', detail: [phoneLink(site)] },
            { term: 'Endereço postal', detail: postalAddress(site) },
          ],
        },
        text(['Nossos dados legais estão no ', { text: 'aviso legal', href: '/impressum' }, '.']),
      ],
    },
    {
      id: 'message',
      heading: 'Escreva uma mensagem',
      blocks: [{ kind: 'widget', widget: 'contact-form' }],
    },
  ],
})) satisfies Translated<typeof english.content>;

export const contactFormContent = {
  labels: {
    name: 'Nome completo',
    email: 'E-mail',
    subject: 'Assunto',
    message: 'Mensagem',
  },
  submit: 'Enviar mensagem',
  note: 'Esta página não envia nada. Seu próprio aplicativo de e-mail abre com a mensagem preenchida, e você a envia por lá.',
  noScript: (address) =>
    `Este formulário precisa de JavaScript para abrir seu aplicativo de e-mail. Se preferir, escreva diretamente para ${address}.`,
  opened:
    'Seu aplicativo de e-mail já deve estar aberto com a sua mensagem. Se não estiver, copie a mensagem e escreva para',
  tooLong:
    'Esta mensagem é longa demais para muitos aplicativos de e-mail: eles cortam o texto ou nem abrem. Copie a mensagem aqui e cole em um e-mail para',
  copy: 'Copiar mensagem',
  copied: 'Mensagem copiada.',
  notCopied:
    'Seu navegador bloqueou a cópia. A mensagem está selecionada, e você pode copiá-la manualmente.',
} satisfies Translated<typeof english.contactFormContent>;
