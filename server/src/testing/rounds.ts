/** True in `npm run test:long`, which shows what is rare: it repeats more, and takes its time. */
const isLong = process.env['TEST_LONG'] === '1';

/** Returns how often a test repeats something: a few times in `npm test`, and many in `npm run test:long`. */
export const rounds = (few: number, many: number): number => (isLong ? many : few);
