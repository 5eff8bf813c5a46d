import { readLabels } from '../server/contacts/manage-labels.server.ts';
import { team } from '../../http/calls.server.ts';

export const loader = team.read(async ({ host }) => ({ labels: await readLabels(host.db) }));
