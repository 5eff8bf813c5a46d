import { redirect } from 'react-router';

/** Where one's account stood before; mails and bookmarks still lead here. */
export const loader = () => redirect('/team/account', 301);
