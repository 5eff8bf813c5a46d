/** rule 101 defines this key in local storage. */
export const STORED_CHAT_KEY = 'visitor_chat_data';
