import {
  barsAndLens,
  briefcase,
  coinPiles,
  kanban,
  magnet,
  roadmap,
  summit,
} from '../carriers/office.ts';
import { deskPhone } from '../carriers/phones.ts';
import { certificate, personnelFile } from '../carriers/sheets.ts';
import { feedbackBubbles, headset } from '../carriers/speech.ts';
import { lifted, standing } from './service-picture.ts';
import type { ServicePicture } from './service-picture.ts';

/** In catalogue order. */
export const business: readonly ServicePicture[] = [
  standing('Market Research', barsAndLens, 'users-three'),
  standing('Business Plans', summit),
  standing('Business Consulting', briefcase, 'handshake'),
  lifted('HR Consulting', personnelFile, 'user-check'),
  lifted('Project Management', kanban),
  standing('Product Management', roadmap, 'cube'),
  standing('Sales', coinPiles, 'currency-dollar'),
  lifted('Customer Experience Management (CXM)', feedbackBubbles, 'smiley'),
  standing('Lead Generation', magnet),
  standing('Call Center & Calling', deskPhone, 'phone-call'),
  lifted('Customer Care', headset, 'heart'),
  lifted('Copyright Registration', certificate, 'copyright'),
];
