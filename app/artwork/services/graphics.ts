import { illustratedBook, openBook } from '../carriers/books.ts';
import { designedEnvelope } from '../carriers/mail.ts';
import * as print from '../carriers/print.ts';
import { bannerSet, streamScreen, thumbnail } from '../carriers/windows.ts';
import { lifted, standing } from './service-picture.ts';
import type { ServicePicture } from './service-picture.ts';

/** In catalogue order. */
export const graphics: readonly ServicePicture[] = [
  standing('Industrial & Product Design', print.measuredChair),
  lifted('Graphics for Streamers', streamScreen, 'game-controller'),
  standing('Trade Booth Design', print.tradeBooth),
  lifted('Image Editing', print.splitPicture),
  lifted('Presentation Design', print.projectorScreen),
  lifted('Infographic Design', print.infographic),
  lifted('Resume Design', print.designedCurriculum),
  lifted('Flyer Design', print.leaflets, 'confetti'),
  standing('Brochure Design', print.foldedBrochure),
  lifted('Poster Design', print.poster),
  lifted('Menu Design', print.menu, 'cooking-pot'),
  lifted('Invitation Design', print.invitation, 'flower-lotus'),
  lifted('Signage Design', print.hangingSign, 'coffee'),
  standing('Packaging & Label Design', print.cartonAndBottle, 'leaf'),
  lifted('Book Design', openBook, 'text-aa'),
  lifted('Book Covers', illustratedBook),
  lifted('Album Cover Design', print.recordSleeve),
  lifted('Social Media Design', print.socialPost, 'heart'),
  lifted('Thumbnails Design', thumbnail),
  lifted('Email Design', designedEnvelope, 'palette'),
  lifted('Web Banners', bannerSet),
];
