/** The path of the growth console. Its interface is below it, so that its cookie is sent nowhere else. */
export const GROWTH_PATH = '/growth';

/** Access to figures only tells apart no fewer people: its counts are rounded down to a multiple of this. */
export const FEWEST_PEOPLE = 5;
