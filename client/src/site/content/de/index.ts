import '../../../styles/languages/de.css';
import { words } from '../structure/structure-words.ts';

export const index = words;
