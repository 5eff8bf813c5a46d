/** Large enough for an email with a file of 25 MiB. Only the beginning of a larger email is read. */
export const MAIL_MAX_BYTES = 36 * 1024 * 1024;
