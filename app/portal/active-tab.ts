/** The header's tabs, and the payment page, which has no tab but counts as its own place. */
export type Tab = 'Home' | 'Services' | 'About Us' | 'Contact Us' | 'Payment';

/** Returns the tab of a path (rule 13); undefined for legal pages and unknown paths. */
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
