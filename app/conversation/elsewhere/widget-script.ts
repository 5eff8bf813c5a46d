/** The newest version of the script for other sites. */
export const WIDGET_SCRIPT = '/widget/1.js';
/** Its hash, by which such a site makes sure of it; with a new version comes another address. */
export const WIDGET_INTEGRITY =
  'sha384-mbYfu2MdJrxHuwWTU2Nt5pVNIq7h3KUr5voa16j4mrGUwfvkl/gsqi0NXCU0MgNd';
