import { illustratedBook, openBook } from '../carriers/books.ts';
import { designedEnvelope } from '../carriers/mail.ts';
import { bannerSet, socialPost, thumbnail } from '../carriers/pages.ts';
import { recordSleeve, splitPicture } from '../carriers/pastimes.ts';
import {
  foldedBrochure,
  hangingSign,
  invitation,
  leaflets,
  measuredChair,
  menu,
  poster,
} from '../carriers/print.ts';
import { projectorScreen, streamScreen } from '../carriers/screens.ts';
import { designedCurriculum, infographic } from '../carriers/sheets.ts';
import { cartonAndBottle, tradeBooth } from '../carriers/trade.ts';
import { lifted, standing } from './service-picture.ts';
import type { ServicePicture } from './service-picture.ts';

/** In catalogue order. */
export const graphics: readonly ServicePicture[] = [
  standing('Industrial & Product Design', measuredChair),
  lifted('Graphics for Streamers', streamScreen, 'game-controller'),
  standing('Trade Booth Design', tradeBooth),
  lifted('Image Editing', splitPicture),
  lifted('Presentation Design', projectorScreen),
  lifted('Infographic Design', infographic),
  lifted('Resume Design', designedCurriculum),
  lifted('Flyer Design', leaflets, 'confetti'),
  standing('Brochure Design', foldedBrochure),
  lifted('Poster Design', poster),
  lifted('Menu Design', menu, 'cooking-pot'),
  lifted('Invitation Design', invitation, 'flower-lotus'),
  lifted('Signage Design', hangingSign, 'coffee'),
  standing('Packaging & Label Design', cartonAndBottle, 'leaf'),
  lifted('Book Design', openBook, 'text-aa'),
  lifted('Book Covers', illustratedBook),
  lifted('Album Cover Design', recordSleeve),
  lifted('Social Media Design', socialPost, 'heart'),
  lifted('Thumbnails Design', thumbnail),
  lifted('Email Design', designedEnvelope, 'palette'),
  lifted('Web Banners', bannerSet),
];
