/** Returns a time zone as people read it. The zero-width spaces let a long name break after its slashes. */
export const placeOf = (zone: string): string =>
  zone.replaceAll('_', ' ').replaceAll('/', '/\u200b');
