import '../../../styles/languages/hi.css';
import { words } from '../structure/structure-words.ts';

export const index = words;
