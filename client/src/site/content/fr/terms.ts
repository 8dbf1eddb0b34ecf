import type * as english from '../en/terms.ts';
import { dateIn, mailLink, phoneLink, postalAddress } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => ({
  heading: 'Conditions d’utilisation',
  lead: `Ce que vous pouvez attendre de nous, et nous de vous, lorsque vous utilisez ce site, sa liste d’attente et la bêta de ${site.brand}.`,
  updated: `Dernière mise à jour : ${dateIn('fr', site.termsDate)}`,
  sections: [
    {
      id: 'agreement',
      heading: 'Accord',
      blocks: [
        text(
          `Ces conditions vous lient à ${site.company} (« nous »). Elles s’appliquent lorsque vous utilisez ce site, rejoignez la liste d’attente ou participez à la bêta de ${site.brand}. Si vous ne les acceptez pas, veuillez ne pas utiliser ces services.`,
        ),
        text(
          'L’inscription sur la liste d’attente est gratuite et ne vous engage à rien. Une candidature à la bêta est une demande, pas encore un contrat. Nous vous disons si votre candidature est acceptée et à partir de quand.',
        ),
        text(
          'Si vous agissez pour une entreprise ou une autre organisation, vous confirmez en avoir le droit. Si nous avons convenu d’autre chose avec vous individuellement, cet accord prévaut.',
        ),
      ],
    },
    {
      id: 'license',
      heading: 'Droit d’utilisation',
      blocks: [
        text(
          `Nous vous accordons un droit personnel, non exclusif et non transférable d’utiliser ce site pour vos propres projets, y compris commerciaux. Dès votre admission, ce droit couvre aussi la bêta de ${site.brand}. Il prend fin si vous enfreignez ces conditions ou lorsque la bêta se termine. Il vous est interdit :`,
        ),
        list(
          'de revendre le service ou de transmettre votre accès à d’autres ;',
          'de le désassembler pour le copier, ou de contourner ses limites et ses protections ;',
          'de doubler une voix ou une personne sans l’autorisation nécessaire ;',
          'de l’utiliser pour tromper, diffamer, harceler ou enfreindre la loi ;',
          'de le surcharger au point que d’autres ne puissent plus l’utiliser.',
        ),
      ],
    },
    {
      id: 'availability',
      heading: 'Disponibilité',
      blocks: [
        text(
          'Nous voulons que le service soit disponible lorsque vous en avez besoin, mais nous ne promettons aucune disponibilité particulière. Des opérations de maintenance et des pannes imprévues peuvent l’interrompre.',
        ),
        text(
          'Une bêta sert à faire des essais : elle peut contenir des erreurs, changer ou s’arrêter. Lorsque nous le pouvons, nous vous prévenons à temps. Gardez des copies de vos originaux.',
        ),
      ],
    },
    {
      id: 'content',
      heading: 'Propriété des contenus',
      blocks: [
        text(
          'Ce que vous importez reste à vous, et le résultat aussi. Nous ne revendiquons la propriété ni de l’un ni de l’autre. Vous nous autorisez à stocker et à traiter vos contenus uniquement dans la mesure nécessaire au doublage que vous demandez.',
        ),
        text(
          'Vous confirmez détenir les droits nécessaires sur vos contenus, y compris ceux des personnes que l’on y voit et entend.',
        ),
        text(
          'Les contenus importés sont en règle générale supprimés dans les 30 jours qui suivent la fin du traitement. Vous pouvez demander qu’ils le soient plus tôt.',
        ),
        text([
          'Si vos contenus comportent des données personnelles d’autres personnes, notre ',
          { text: 'accord de sous-traitance des données', href: '/dpa' },
          ' s’applique. Les textes, les images et le code de ce site nous appartiennent ou appartiennent à ceux qui nous en ont concédé la licence.',
        ]),
      ],
    },
    {
      id: 'liability',
      heading: 'Responsabilité',
      blocks: [
        text(
          'Notre responsabilité est illimitée en cas de faute intentionnelle ou de négligence grave, et en cas d’atteinte à la vie, à l’intégrité physique ou à la santé. Il en va de même au titre du droit de la responsabilité du fait des produits, et dans la mesure où nous avons donné une garantie.',
        ),
        text(
          'En cas de négligence légère, nous ne sommes responsables que si nous manquons à une obligation essentielle, c’est-à-dire une obligation sans laquelle le contrat perdrait son objet, et sur le respect de laquelle vous pouvez normalement compter. Notre responsabilité se limite alors au dommage typique et prévisible. Au-delà, nous ne sommes pas responsables. Il en va de même pour les personnes qui agissent pour nous.',
        ),
        text(
          'Veuillez vérifier chaque version doublée avant de la publier. Les chiffres donnés sur ce site, comme la précision et la vitesse, décrivent le produit ; ils ne constituent pas une garantie au sens juridique.',
        ),
      ],
    },
    {
      id: 'law',
      heading: 'Droit applicable',
      blocks: [
        text(
          // The name stands alone: with “de”, it would need an article or an elision.
          `Ces conditions sont soumises au droit de l’État suivant : ${site.jurisdiction}, à l’exclusion de la Convention des Nations unies sur les contrats de vente internationale de marchandises. Si vous êtes un consommateur, vous conservez la protection des dispositions impératives du droit du pays où vous vivez.`,
        ),
        text(
          `Si vous agissez en tant que professionnel, les tribunaux de notre siège social, à ${site.address.city}, sont compétents, dans la mesure où la loi le permet. Si une partie de ces conditions n’est pas valable, le reste continue de s’appliquer.`,
        ),
      ],
    },
    {
      id: 'contact',
      heading: 'Contact',
      blocks: [
        text([
          'Questions sur ces conditions : ',
          mailLink(site),
          ', ',
          phoneLink(site),
          `, ou par courrier à ${postalAddress(site)}.`,
        ]),
        text([
          'La ',
          { text: 'politique de confidentialité', href: '/privacy' },
          ' explique ce que nous faisons des données personnelles, et les ',
          { text: 'mentions légales', href: '/impressum' },
          ' indiquent qui nous sommes.',
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
