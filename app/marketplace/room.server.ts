import type { Room } from '../platform/room.ts';
import { seedCatalogue } from './seed-catalogue.server.ts';

export const marketplace: Room<unknown, unknown> = {
  prepare: seedCatalogue,
};
