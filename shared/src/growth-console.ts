/** The path of the growth console. Its interface is below it, so that its cookie is sent nowhere else. */
export const GROWTH_PATH = '/growth';

/** With access to figures only, a value of fewer people is not listed, and cannot be filtered by. */
export const FEWEST_PEOPLE = 5;
