import * as books from '../carriers/books.ts';
import { billboard, globe, toneBubble } from '../carriers/commerce.ts';
import { clipboard, signedLetter, tag, writtenEnvelope } from '../carriers/mail.ts';
import { curriculum } from '../carriers/print.ts';
import { spokenScript, transcribedTape } from '../carriers/sound.ts';
import { articleWindow, profileCard, salesPage } from '../carriers/windows.ts';
import * as desk from '../carriers/writing.ts';
import { lifted, standing } from './service-picture.ts';
import type { ServicePicture } from './service-picture.ts';

/** In catalogue order. */
export const writing: readonly ServicePicture[] = [
  standing('Articles & Blog Posts', desk.typewriter),
  lifted('Content Strategy', desk.editorialCalendar, 'strategy'),
  lifted('Website Content', articleWindow, 'cursor-text'),
  lifted('Scriptwriting', desk.screenplay, 'film-slate'),
  standing('Creative Writing', desk.inkwell, 'sparkle'),
  lifted('Podcast Writing', spokenScript, 'chat-text'),
  lifted('Proofreading & Editing', desk.correctedPage),
  standing('Book Editing', books.bookStack, 'pen-nib'),
  lifted('Beta Reading', books.spectacles, 'chat-text'),
  standing('Writing Advice', books.owl),
  lifted('eBook Writing', books.reader, 'feather'),
  lifted('Ghostwriting', desk.ghost),
  lifted('Blurb', books.backCover, 'quotes'),
  lifted('RePublication', books.secondEdition, 'arrows-clockwise'),
  lifted('Book Formatting', books.layoutSpread, 'paragraph'),
  lifted('Translation', desk.translatedBubbles),
  standing('Localization', globe, 'map-pin'),
  lifted('Transcription', transcribedTape, 'ear'),
  lifted('Product Descriptions', tag, 'barcode'),
  lifted('Brand Voice & Tone', toneBubble),
  standing('Ad Copy', billboard, 'text-aa'),
  lifted('Sales Copy', salesPage, 'hand-pointing'),
  lifted('Email Copy', writtenEnvelope, 'at'),
  lifted('Press Releases', desk.newspaper, 'megaphone'),
  lifted('Case Studies', desk.caseFile, 'chart-bar'),
  lifted('Resume Writing', curriculum, 'identification-card'),
  lifted('Cover Letters', signedLetter, 'signature'),
  lifted('LinkedIn Profiles', profileCard, 'briefcase'),
  standing('Speechwriting', desk.lectern, 'quotes'),
  lifted('Technical Writing', books.manual, 'gear-six'),
  lifted('Grant Proposals', clipboard, 'hand-coins'),
];
