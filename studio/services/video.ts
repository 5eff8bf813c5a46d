import { meditator, presenter, puppet, teddyBear } from '../carriers/figures.ts';
import {
  backdrop,
  bulb,
  clapper,
  filmLeader,
  logoTrail,
  mortarboard,
  movieCamera,
  timeline,
} from '../carriers/film.ts';
import { gamepad } from '../carriers/machines.ts';
import { guitar, loopingSticker, prints } from '../carriers/pastimes.ts';
import { verticalVideo } from '../carriers/phones.ts';
import {
  captionScreen,
  recordedMonitor,
  television,
  televisionTower,
} from '../carriers/screens.ts';
import { house, shoppingCart, turntable } from '../carriers/trade.ts';
import { curveEditor } from '../carriers/windows.ts';
import { lifted, standing } from './service-picture.ts';
import type { ServicePicture } from './service-picture.ts';

/** In catalogue order. */
export const video: readonly ServicePicture[] = [
  lifted('Video Editing', timeline),
  standing('Visual Effects', backdrop, 'meteor'),
  standing('Video Art', televisionTower),
  lifted('Intro & Outro Videos', filmLeader),
  standing('Subtitles & Captions', captionScreen, 'closed-captioning'),
  standing('Video Ads & Commercials', television, 'megaphone-simple'),
  lifted('Social Media Videos', verticalVideo, 'heart'),
  lifted('Music Videos', guitar, 'music-note'),
  lifted('Slideshow Videos', prints, 'play'),
  lifted('Animated Explainers', bulb, 'play'),
  standing('Live Action Explainers', presenter, 'chart-line-up'),
  standing('Screencasting Videos', recordedMonitor, 'cursor-click'),
  lifted('eLearning Video Production', mortarboard, 'play'),
  lifted('Character Animation', puppet, undefined, { inks: [1, 0, 2, 3] }),
  lifted('Animated GIFs', loopingSticker),
  standing('Animation for Kids', teddyBear, undefined, { inks: [1, 0, 2, 3] }),
  lifted('Animation for Streamers', gamepad, 'lightning'),
  standing('3D Product Animation', turntable, 'drop'),
  standing('E-Commerce Product Videos', shoppingCart, 'play'),
  lifted('Logo Animation', logoTrail),
  lifted('Lottie & Web Animation', curveEditor),
  standing('Filmed Video Production', movieCamera),
  standing('Book Trailers', clapper, 'book-open'),
  standing('Meditation Videos', meditator),
  standing('Real Estate Promos', house, 'play'),
];
