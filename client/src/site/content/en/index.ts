import { words } from '../structure/words.ts';

export const index = words;
