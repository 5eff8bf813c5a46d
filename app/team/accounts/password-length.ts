/** The minimum wherever SPEC does not prescribe the form. The form shows it beforehand. */
export const CHOSEN_PASSWORD_MIN_LENGTH = 12;
