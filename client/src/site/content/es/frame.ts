import type * as english from '../en/frame.ts';
import type { Translated } from '../translated.ts';

export const sectionLinks = [
  { id: 'features', label: 'Funciones' },
  { id: 'pipeline', label: 'Proceso' },
  { id: 'benefits', label: 'Ventajas' },
] as const satisfies Translated<typeof english.sectionLinks>;

export const callsToAction = [
  { type: 'notifyme', variant: 'notify', label: 'Avísame', done: 'En la lista' },
  { type: 'beta', variant: 'beta', label: 'Acceso beta', done: 'Solicitado' },
] as const satisfies Translated<typeof english.callsToAction>;

export const navigationText = {
  skip: 'Ir al contenido',
  mainNav: 'Principal',
  menu: 'Menú',
  language: 'Idioma',
  closeMenu: 'Cerrar el menú',
  backHome: 'Volver al inicio',
  home: (brand) => `${brand}, inicio`,
} satisfies Translated<typeof english.navigationText>;

export const toastText = {
  region: 'Notificaciones',
  dismiss: 'Cerrar',
} satisfies Translated<typeof english.toastText>;

export const footerText = {
  nav: 'Pie de página',
  tagline: 'Doblaje de video con IA. Listo para emitir, en 50+ idiomas.',
  groups: { product: 'Producto', company: 'Empresa', legal: 'Información legal' },
  signup: 'Inscribirse',
  privacyControls: 'Tu elección sobre la analítica',
  cookieSettings: 'Ajustes de cookies',
  turnOff: 'Desactivar analítica',
  state: {
    unknown: '',
    refused: 'La analítica está desactivada.',
    granted: 'La analítica está activada.',
  },
  changeChoice: 'Cambiar mi elección',
  gpc: 'Tu navegador envía la señal Global Privacy Control. La respetamos: la analítica está desactivada.',
} satisfies Translated<typeof english.footerText>;

export const pageLabels = {
  '/': 'Inicio',
  '/about': 'Quiénes somos',
  '/contact': 'Contacto',
  '/privacy': 'Política de privacidad',
  '/terms': 'Condiciones de uso',
  '/cookies': 'Política de cookies',
  '/ccpa': 'CCPA',
  '/gdpr': 'RGPD',
  '/dpa': 'Encargo del tratamiento',
  '/impressum': 'Aviso legal',
} satisfies Translated<typeof english.pageLabels>;

export const failedContent = {
  heading: 'Algo falló en esta página',
  text: 'El error se produjo en tu dispositivo. No se envió a nadie ningún dato sobre él.',
  link: 'Volver a cargarla',
} satisfies Translated<typeof english.failedContent>;
