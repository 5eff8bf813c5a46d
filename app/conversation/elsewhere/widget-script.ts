/** The newest version of the script for other sites. */
export const WIDGET_SCRIPT = '/widget/1.js';
/** Its hash, by which such a site makes sure of it; with a new version comes another address. */
export const WIDGET_INTEGRITY =
  'sha384-piDQ55NLhIbKkt3+X7kt5YhqRenRLcmnkAy2zn7U5gZ5fZQ1SFqLIs2H2/GU3snO';
