import {
  blocks,
  convertedFiles,
  layers,
  lifebuoy,
  plug,
  serverCloud,
} from '../carriers/machines.ts';
import { codedPhone, deviceFamily, servicedPhone } from '../carriers/phones.ts';
import { codeMonitor, galleryLaptop } from '../carriers/screens.ts';
import {
  consoleWindow,
  dashboard,
  paintedWindow,
  servicedWindow,
  websiteWindow,
} from '../carriers/windows.ts';
import { lifted, standing } from './service-picture.ts';
import type { ServicePicture } from './service-picture.ts';

/** In catalogue order. */
export const programming: readonly ServicePicture[] = [
  lifted('Website Development', websiteWindow, 'rocket-launch'),
  lifted('Website Maintenance', servicedWindow, 'gear-six'),
  standing('WordPress', blocks),
  lifted('Custom Websites', paintedWindow, 'paint-brush'),
  lifted('Portfolio', galleryLaptop, 'user'),
  lifted('Web Applications', dashboard, 'squares-four'),
  standing('Desktop Applications', codeMonitor),
  lifted('Software Development', layers),
  lifted('Scripting', consoleWindow, 'terminal'),
  lifted('Plugins Development', plug, 'puzzle-piece'),
  lifted('Mobile App Development', codedPhone, 'code'),
  lifted('Cross Platform Apps', deviceFamily, 'planet'),
  lifted('Mobile App Maintenance', servicedPhone, 'wrench'),
  lifted('Support & IT', lifebuoy, 'desktop'),
  lifted('Cloud Computing', serverCloud, 'arrow-fat-up'),
  lifted('Convert Files', convertedFiles, 'image'),
];
