import * as commerce from '../carriers/commerce.ts';
import { deskPhone, headset } from '../carriers/devices.ts';
import { certificate } from '../carriers/mail.ts';
import { personnelFile } from '../carriers/print.ts';
import { lifted, standing } from './service-picture.ts';
import type { ServicePicture } from './service-picture.ts';

/** In catalogue order. */
export const business: readonly ServicePicture[] = [
  standing('Market Research', commerce.barsAndLens, 'users-three'),
  standing('Business Plans', commerce.summit),
  standing('Business Consulting', commerce.briefcase, 'handshake'),
  lifted('HR Consulting', personnelFile, 'user-check'),
  lifted('Project Management', commerce.kanban),
  standing('Product Management', commerce.roadmap, 'cube'),
  standing('Sales', commerce.coinPiles, 'currency-dollar'),
  lifted('Customer Experience Management (CXM)', commerce.feedbackBubbles, 'smiley'),
  standing('Lead Generation', commerce.magnet),
  standing('Call Center & Calling', deskPhone, 'phone-call'),
  lifted('Customer Care', headset, 'heart'),
  lifted('Copyright Registration', certificate, 'copyright'),
];
