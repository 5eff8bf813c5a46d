import { readLabels } from '../../conversation/person/manage-labels.server.ts';
import { team } from './calls.server.ts';

/** What there is to put on a visitor or a conversation. */
export const loader = team.read(async ({ host }) => ({ labels: await readLabels(host.db) }));
