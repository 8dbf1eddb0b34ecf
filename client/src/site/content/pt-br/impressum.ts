import type * as english from '../en/impressum.ts';
import { mailLink, phoneLink } from '../identity.ts';
import { text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => {
  const { street, postalCode, city, country } = site.address;
  return {
    heading: 'Aviso legal (Impressum)',
    lead: 'O aviso legal que a lei alemã exige: quem mantém este site e como entrar em contato (§ 5 da DDG).',
    sections: [
      {
        id: 'company',
        heading: 'Empresa',
        blocks: [
          {
            kind: 'facts',
            items: [
              { term: 'Nome', detail: site.company },
              { term: 'Rua', detail: street },
              { term: 'Cidade', detail: `${postalCode} ${city}` },
              { term: 'País', detail: country },
            ],
          },
        ],
      },
      {
        id: 'director',
        heading: 'Administração',
        blocks: [text(`Representante legal de ${site.company}: ${site.managingDirector}.`)],
      },
      {
        id: 'contact',
        heading: 'Contato',
        blocks: [
          {
            kind: 'facts',
            items: [
              { term: 'Endereço de e-mail', detail: [mailLink(site)] },
              { term: 'Telefone', detail: [phoneLink(site)] },
            ],
          },
          text(['Você também pode usar a ', { text: 'página de contato', href: '/contact' }, '.']),
        ],
      },
      {
        id: 'register',
        heading: 'Registro',
        blocks: [text(`Inscrição no registro comercial: ${site.register}.`)],
      },
      {
        id: 'vat',
        heading: 'IVA',
        blocks: [
          text(
            `Número de identificação do IVA (imposto sobre valor agregado), conforme o § 27a da lei alemã do IVA (UStG): ${site.vatId}.`,
          ),
        ],
      },
      {
        id: 'responsible',
        heading: 'Responsável pelo conteúdo',
        blocks: [
          text(
            `Conforme o § 18(2) do MStV: ${site.managingDirector}, ${street}, ${postalCode} ${city}, ${country}.`,
          ),
        ],
      },
      {
        id: 'disclaimer',
        heading: 'Isenção de responsabilidade',
        blocks: [
          text(
            'Escrevemos este site com cuidado. Respondemos pelo conteúdo dele nos termos da lei, mas não prometemos que esteja sempre completo e atualizado.',
          ),
          text(
            'Se uma página tem um link para outro site, quem mantém esse site é responsável pelo conteúdo dele. Se soubermos que um conteúdo vinculado viola a lei, removemos o link.',
          ),
          text(
            'Os textos, as imagens e o código são protegidos por direitos autorais. Consulte-nos antes de usá-los além do que a lei permite.',
          ),
        ],
      },
    ],
  };
}) satisfies Translated<typeof english.content>;
