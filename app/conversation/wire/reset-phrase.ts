/** What has to be typed, so that nobody resets an installation in passing. */
export const RESET_PHRASE = 'reset all data';
