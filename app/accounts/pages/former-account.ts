import { redirect } from 'react-router';

/** Old emails and bookmarks still link to the former address of the account page. */
export const loader = () => redirect('/team/account', 301);
