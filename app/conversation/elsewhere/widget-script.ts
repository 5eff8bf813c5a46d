/** The newest version of the script for other sites. */
export const WIDGET_SCRIPT = '/widget/1.js';
/** Its hash, by which such a site makes sure of it; with a new version comes another address. */
export const WIDGET_INTEGRITY =
  'sha384-n2efxKfrWjUJsz9mMeqSckXVzj5WHYdc/zGUAuFagKrAbcqzfLIW9aFP8j/+F9Te';
