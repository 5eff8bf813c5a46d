/** The version of the rules for search words (`message_words`). The database trigger writes the same number. */
export const WORDS_VERSION = 2;
