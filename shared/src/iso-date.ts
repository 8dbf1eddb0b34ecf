/** A date of `data/site.json` that pages can write in any language. */
export const ISO_DATE = /^\d{4}-\d\d-\d\d$/;
