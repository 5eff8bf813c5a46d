/** The minimum wherever rule 177 does not name a smaller one. The form shows it beforehand. */
export const CHOSEN_PASSWORD_MIN_LENGTH = 12;
