import { msg, type Sentence } from '../i18n/translate.ts';

/** The header's tabs, and the payment page, which has no tab but counts as its own place. */
export type Tab = 'Home' | 'Services' | 'About Us' | 'Contact Us' | 'Payment';

interface TabLink {
  readonly label: Sentence;
  readonly tab: Tab;
  readonly to: string;
}

/** All tabs but Home lead to a section of the home page (rules 11 and 12). */
export const TABS: readonly TabLink[] = [
  { label: msg('Home'), tab: 'Home', to: '/' },
  { label: msg('Our Services'), tab: 'Services', to: '/#services-section' },
  { label: msg('About Us'), tab: 'About Us', to: '/#about-us-section' },
  { label: msg('Contact Us'), tab: 'Contact Us', to: '/#contact-section' },
];

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
