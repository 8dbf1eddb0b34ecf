/** Every time in the database is earlier. */
export const FOREVER = Date.UTC(9999, 0);
