/** SPEC §3: where this browser remembers its chat. */
export const STORED_CHAT_KEY = 'visitor_chat_data';
