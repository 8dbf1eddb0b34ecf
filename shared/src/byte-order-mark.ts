/** Stands before CSV that people open: without it Excel misreads UTF-8 when somebody opens the file with a double click. */
export const BYTE_ORDER_MARK = '\ufeff';
