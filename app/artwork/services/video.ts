import { house, shoppingCart } from '../carriers/commerce.ts';
import { gamepad, verticalVideo } from '../carriers/devices.ts';
import * as film from '../carriers/film.ts';
import {
  captionScreen,
  curveEditor,
  recordedMonitor,
  television,
  televisionTower,
} from '../carriers/windows.ts';
import { lifted, standing } from './service-picture.ts';
import type { ServicePicture } from './service-picture.ts';

/** In catalogue order. */
export const video: readonly ServicePicture[] = [
  lifted('Video Editing', film.timeline),
  standing('Visual Effects', film.backdrop, 'meteor'),
  standing('Video Art', televisionTower),
  lifted('Intro & Outro Videos', film.filmLeader),
  standing('Subtitles & Captions', captionScreen, 'closed-captioning'),
  standing('Video Ads & Commercials', television, 'megaphone-simple'),
  lifted('Social Media Videos', verticalVideo, 'heart'),
  lifted('Music Videos', film.guitar, 'music-note'),
  lifted('Slideshow Videos', film.prints, 'play'),
  lifted('Animated Explainers', film.bulb, 'play'),
  standing('Live Action Explainers', film.presenter, 'chart-line-up'),
  standing('Screencasting Videos', recordedMonitor, 'cursor-click'),
  lifted('eLearning Video Production', film.mortarboard, 'play'),
  lifted('Character Animation', film.puppet, undefined, { inks: [1, 0, 2, 3] }),
  lifted('Animated GIFs', film.loopingSticker),
  standing('Animation for Kids', film.teddyBear, undefined, { inks: [1, 0, 2, 3] }),
  lifted('Animation for Streamers', gamepad, 'lightning'),
  standing('3D Product Animation', film.turntable, 'drop'),
  standing('E-Commerce Product Videos', shoppingCart, 'play'),
  lifted('Logo Animation', film.logoTrail),
  lifted('Lottie & Web Animation', curveEditor),
  standing('Filmed Video Production', film.movieCamera),
  standing('Book Trailers', film.clapper, 'book-open'),
  standing('Meditation Videos', film.meditator),
  standing('Real Estate Promos', house, 'play'),
];
