/** `YYYY-MM-DD`. @param time milliseconds since 1970 UTC */
export const utcDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
