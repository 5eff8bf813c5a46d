/** The header's tabs, and the payment page, which has none but counts as a place of its own. */
export type Tab = 'Home' | 'Services' | 'About Us' | 'Contact Us' | 'Payment';

/** The tab a path belongs to (SPEC §4); none for the legal pages and what does not exist. */
export function activeTab(pathname: string): Tab | undefined {
  if (pathname === '/') return 'Home';
  const [, first] = pathname.split('/');
  switch (first) {
    case 'services':
      return 'Services';
    case 'about':
      return 'About Us';
    case 'contact':
      return 'Contact Us';
    case 'payment':
      return 'Payment';
    default:
      return undefined;
  }
}
