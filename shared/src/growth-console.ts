/** Where the growth team's console lives, and its interface below it: its cookie never travels elsewhere. */
export const GROWTH_PATH = '/growth';
