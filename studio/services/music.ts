import { openBook } from '../carriers/books.ts';
import { headphones, microphone, radio } from '../carriers/sound.ts';
import { lifted, standing } from './service-picture.ts';
import type { ServicePicture } from './service-picture.ts';

/** In catalogue order. */
export const music: readonly ServicePicture[] = [
  lifted('Voice Over', microphone),
  lifted('Podcast Production', headphones),
  lifted('Audiobook Production', openBook, 'waveform'),
  standing('Audio Ads Production', radio),
];
