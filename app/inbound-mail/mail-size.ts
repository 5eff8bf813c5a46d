/** No mail is larger that a file of 25 MiB is attached to; of larger ones the beginning is read. */
export const MAIL_MAX_BYTES = 36 * 1024 * 1024;
