import { createContext } from 'react';
import type { Access } from '#shared/growth';

/** What the session may see. The server decides; the page hides what the server would refuse. */
export const AccessContext = createContext<Access>('figures');
