import type { Language } from '#shared/languages';

/**
 * The line that offers a page in the browser's first language, in that language. All are in one file, since it is the only
 * text that a page shows in another language.
 */
export const languageOffers: Readonly<Record<Language, { text: string; close: string }>> = {
  en: { text: 'Read this page in English', close: 'Close' },
  de: { text: 'Diese Seite auf Deutsch lesen', close: 'Schließen' },
  es: { text: 'Leer esta página en español', close: 'Cerrar' },
  fr: { text: 'Lire cette page en français', close: 'Fermer' },
  'pt-BR': { text: 'Ler esta página em português', close: 'Fechar' },
  ja: { text: 'このページを日本語で読む', close: '閉じる' },
  hi: { text: 'यह पेज हिन्दी में पढ़ें', close: 'बंद करें' },
  ar: { text: 'قراءة هذه الصفحة بالعربية', close: 'إغلاق' },
};
