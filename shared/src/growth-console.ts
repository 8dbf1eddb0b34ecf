/** The path of the growth console. Its interface is below it, so that its cookie is sent nowhere else. */
export const GROWTH_PATH = '/growth';
