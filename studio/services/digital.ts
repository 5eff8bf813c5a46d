import { bestseller, launchingBook } from '../carriers/books.ts';
import { crowd } from '../carriers/figures.ts';
import { mailFlow, offerEnvelope } from '../carriers/mail.ts';
import { stickyNotes } from '../carriers/office.ts';
import { podcastPlayer } from '../carriers/pages.ts';
import { appListing } from '../carriers/phones.ts';
import { compass, megaphone, sapling, signpost, target } from '../carriers/promotion.ts';
import { loudspeaker } from '../carriers/sound.ts';
import { shoppingBag } from '../carriers/trade.ts';
import { searchResults } from '../carriers/windows.ts';
import { lifted, standing } from './service-picture.ts';
import type { ServicePicture } from './service-picture.ts';

/** In catalogue order. */
export const digital: readonly ServicePicture[] = [
  lifted('Video Marketing', megaphone, 'play'),
  standing('E-Commerce Marketing', shoppingBag, 'shopping-cart'),
  lifted('Email Marketing', offerEnvelope, 'percent'),
  lifted('Email Automations', mailFlow, 'lightning'),
  lifted('Community Boosting', crowd, 'user-plus'),
  lifted('Marketing Strategy', target),
  lifted('Brand Strategy (SEO)', compass),
  lifted('Digital Marketing Strategy (SEO)', searchResults, 'crown'),
  lifted('Marketing Concepts & Ideation', stickyNotes, 'lightbulb'),
  standing('Conscious Branding & Marketing (SEO)', sapling, 'heart'),
  standing('Marketing Advice', signpost, 'star'),
  standing('Music Promotion', loudspeaker, 'music-notes'),
  lifted('Podcast Marketing', podcastPlayer, 'microphone'),
  lifted('Mobile App Marketing', appListing, 'star'),
  standing('Book & eBook Marketing', bestseller, 'crown'),
  lifted('Self Publish Your Book', launchingBook, 'rocket-launch'),
];
