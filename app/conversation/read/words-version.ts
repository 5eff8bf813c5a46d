/** Of the rules by which the database finds the words of a message (`message_words`); the trigger writes the same. */
export const WORDS_VERSION = 2;
