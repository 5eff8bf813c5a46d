/** What a password has that is chosen in a form of our own design; the form says so beforehand. */
export const CHOSEN_PASSWORD_MIN_LENGTH = 12;
