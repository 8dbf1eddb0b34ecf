import { socialImageText as ar } from '../../client/src/site/content/ar/heads.ts';
import { socialImageText as de } from '../../client/src/site/content/de/heads.ts';
import { socialImageText as en } from '../../client/src/site/content/en/heads.ts';
import { socialImageText as es } from '../../client/src/site/content/es/heads.ts';
import { socialImageText as fr } from '../../client/src/site/content/fr/heads.ts';
import { socialImageText as hi } from '../../client/src/site/content/hi/heads.ts';
import { socialImageText as ja } from '../../client/src/site/content/ja/heads.ts';
import { socialImageText as ptBR } from '../../client/src/site/content/pt-br/heads.ts';
import type { SocialImageText } from '../../client/src/site/content/social-image.ts';
import type { Language } from '../../shared/src/languages.ts';

/** Imported one by one: the build's configuration has no `import.meta.glob`. */
export const socialImageTexts: Record<Language, SocialImageText> = {
  en,
  de,
  es,
  fr,
  'pt-BR': ptBR,
  ja,
  hi,
  ar,
};
