import { createContext } from 'react';

/**
 * What the session may see: people, or figures only. The server decides; the page hides what the server would refuse.
 */
export type Access = 'people' | 'figures';

export const AccessContext = createContext<Access>('people');
