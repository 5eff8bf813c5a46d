import { readLabels } from '../../conversation/person/manage-labels.server.ts';
import { team } from './calls.server.ts';

export const loader = team.read(async ({ host }) => ({ labels: await readLabels(host.db) }));
