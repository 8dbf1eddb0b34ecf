import { createContext } from 'react';

/** Shows one day alone, in every view. @param day as YYYY-MM-DD */
export const PickDay = createContext<(day: string) => void>(() => {});
