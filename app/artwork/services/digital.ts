import { bestseller, launchingBook } from '../carriers/books.ts';
import * as commerce from '../carriers/commerce.ts';
import { appListing } from '../carriers/devices.ts';
import { mailFlow, offerEnvelope } from '../carriers/mail.ts';
import { podcastPlayer, searchResults } from '../carriers/windows.ts';
import { lifted, standing } from './service-picture.ts';
import type { ServicePicture } from './service-picture.ts';

/** In catalogue order. */
export const digital: readonly ServicePicture[] = [
  lifted('Video Marketing', commerce.megaphone, 'play'),
  standing('E-Commerce Marketing', commerce.shoppingBag, 'shopping-cart'),
  lifted('Email Marketing', offerEnvelope, 'percent'),
  lifted('Email Automations', mailFlow, 'lightning'),
  lifted('Community Boosting', commerce.crowd, 'user-plus'),
  lifted('Marketing Strategy', commerce.target),
  lifted('Brand Strategy (SEO)', commerce.compass),
  lifted('Digital Marketing Strategy (SEO)', searchResults, 'crown'),
  lifted('Marketing Concepts & Ideation', commerce.stickyNotes, 'lightbulb'),
  standing('Conscious Branding & Marketing (SEO)', commerce.sapling, 'heart'),
  standing('Marketing Advice', commerce.signpost, 'star'),
  standing('Music Promotion', commerce.loudspeaker, 'music-notes'),
  lifted('Podcast Marketing', podcastPlayer, 'microphone'),
  lifted('Mobile App Marketing', appListing, 'star'),
  standing('Book & eBook Marketing', bestseller, 'crown'),
  lifted('Self Publish Your Book', launchingBook, 'rocket-launch'),
];
