import ar from '../../../content/ar/search-words.json' with { type: 'json' };
import de from '../../../content/de/search-words.json' with { type: 'json' };
import es from '../../../content/es/search-words.json' with { type: 'json' };
import { TRANSLATED_LANGUAGES } from '../../platform/languages.ts';
import { addEverydayWords, type WrittenWords } from './everyday-words.ts';

const WORDS: Readonly<Record<(typeof TRANSLATED_LANGUAGES)[number], WrittenWords>> = { es, de, ar };

for (const language of TRANSLATED_LANGUAGES) addEverydayWords(language, WORDS[language]);
