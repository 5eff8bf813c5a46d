import type { Sentence } from '../platform/say.ts';
import type { Tab } from './active-tab.ts';

interface TabLink {
  readonly label: Sentence;
  readonly tab: Tab;
  readonly to: string;
}

/** All tabs but Home lead to a section of the home page (rules 11 and 12). */
export const TABS: readonly TabLink[] = [
  { label: 'Home', tab: 'Home', to: '/' },
  { label: 'Our Services', tab: 'Services', to: '/#services-section' },
  { label: 'About Us', tab: 'About Us', to: '/#about-us-section' },
  { label: 'Contact Us', tab: 'Contact Us', to: '/#contact-section' },
];
