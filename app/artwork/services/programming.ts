import * as devices from '../carriers/devices.ts';
import * as windows from '../carriers/windows.ts';
import { lifted, standing } from './service-picture.ts';
import type { ServicePicture } from './service-picture.ts';

/** In catalogue order. */
export const programming: readonly ServicePicture[] = [
  lifted('Website Development', windows.websiteWindow, 'rocket-launch'),
  lifted('Website Maintenance', windows.servicedWindow, 'gear-six'),
  standing('WordPress', devices.blocks),
  lifted('Custom Websites', windows.paintedWindow, 'paint-brush'),
  lifted('Portfolio', windows.galleryLaptop, 'user'),
  lifted('Web Applications', windows.dashboard, 'squares-four'),
  standing('Desktop Applications', devices.codeMonitor),
  lifted('Software Development', devices.layers),
  lifted('Scripting', windows.consoleWindow, 'terminal'),
  lifted('Plugins Development', devices.plug, 'puzzle-piece'),
  lifted('Mobile App Development', devices.codedPhone, 'code'),
  lifted('Cross Platform Apps', devices.deviceFamily, 'planet'),
  lifted('Mobile App Maintenance', devices.servicedPhone, 'wrench'),
  lifted('Support & IT', devices.lifebuoy, 'desktop'),
  lifted('Cloud Computing', devices.serverCloud, 'arrow-fat-up'),
  lifted('Convert Files', devices.convertedFiles, 'image'),
];
