import * as v from 'valibot';
import { setAvailability } from '../server/assignment/set-availability.server.ts';
import { team } from '../../http/calls.server.ts';

const body = v.object({ acceptsChats: v.boolean() });

/** An agent who starts accepting is assigned waiting visitors. */
export const action = team.write(body, async ({ acceptsChats }, { host, who }) => {
  await setAvailability(host, who.id, acceptsChats);
  return { acceptsChats };
});
