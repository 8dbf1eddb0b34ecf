import '../../../styles/languages/ja.css';
import { words } from '../structure/structure-words.ts';

export const index = words;
