/** The newest version of the script for other sites. */
export const WIDGET_SCRIPT = '/widget/1.js';
/** Its hash, by which such a site makes sure of it; with a new version comes another address. */
export const WIDGET_INTEGRITY =
  'sha384-WiRQOhBgjvW7/YXx4mKzlYi9YhCkFGgnq+hrBfXu+rqXQkNXnvh54iSYmiCWBT28';
