/** The phrase that the admin has to type, so that nobody resets an installation by accident. */
export const RESET_PHRASE = 'reset all data';
