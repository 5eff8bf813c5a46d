import {
  backCover,
  bookStack,
  layoutSpread,
  secondEdition,
  spectacles,
} from '../carriers/books.ts';
import { ghost, owl } from '../carriers/figures.ts';
import { writtenEnvelope } from '../carriers/mail.ts';
import { caseFile } from '../carriers/office.ts';
import { profileCard, salesPage } from '../carriers/pages.ts';
import { reader } from '../carriers/phones.ts';
import { billboard, globe } from '../carriers/promotion.ts';
import { clipboard, curriculum, signedLetter } from '../carriers/sheets.ts';
import { spokenScript, transcribedTape } from '../carriers/sound.ts';
import { lectern, toneBubble, translatedBubbles } from '../carriers/speech.ts';
import { tag } from '../carriers/trade.ts';
import { articleWindow } from '../carriers/windows.ts';
import {
  correctedPage,
  editorialCalendar,
  inkwell,
  manual,
  newspaper,
  screenplay,
  typewriter,
} from '../carriers/writing.ts';
import { lifted, standing } from './service-picture.ts';
import type { ServicePicture } from './service-picture.ts';

/** In catalogue order. */
export const writing: readonly ServicePicture[] = [
  standing('Articles & Blog Posts', typewriter),
  lifted('Content Strategy', editorialCalendar, 'strategy'),
  lifted('Website Content', articleWindow, 'cursor-text'),
  lifted('Scriptwriting', screenplay, 'film-slate'),
  standing('Creative Writing', inkwell, 'sparkle'),
  lifted('Podcast Writing', spokenScript, 'chat-text'),
  lifted('Proofreading & Editing', correctedPage, undefined, { inks: [1, 0, 2, 3] }),
  standing('Book Editing', bookStack, 'pen-nib'),
  lifted('Beta Reading', spectacles, 'chat-text'),
  standing('Writing Advice', owl),
  lifted('eBook Writing', reader, 'feather'),
  lifted('Ghostwriting', ghost),
  lifted('Blurb', backCover, 'quotes'),
  lifted('RePublication', secondEdition, 'arrows-clockwise'),
  lifted('Book Formatting', layoutSpread, 'paragraph'),
  lifted('Translation', translatedBubbles, undefined, { inks: [1, 0, 2, 3] }),
  standing('Localization', globe, 'map-pin'),
  lifted('Transcription', transcribedTape, 'ear'),
  lifted('Product Descriptions', tag, 'barcode'),
  lifted('Brand Voice & Tone', toneBubble),
  standing('Ad Copy', billboard, 'text-aa'),
  lifted('Sales Copy', salesPage, 'hand-pointing'),
  lifted('Email Copy', writtenEnvelope, 'at'),
  lifted('Press Releases', newspaper, 'megaphone'),
  lifted('Case Studies', caseFile, 'chart-bar'),
  lifted('Resume Writing', curriculum, 'identification-card'),
  lifted('Cover Letters', signedLetter, 'signature'),
  lifted('LinkedIn Profiles', profileCard, 'briefcase'),
  standing('Speechwriting', lectern, 'quotes'),
  lifted('Technical Writing', manual, 'gear-six'),
  lifted('Grant Proposals', clipboard, 'hand-coins'),
];
