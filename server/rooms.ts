import type { ChatHost } from '../app/conversation/chat-host.server.ts';
import { conversation } from '../app/conversation/room.server.ts';
import type { Host } from '../app/host.ts';
import type { Room } from '../app/platform/room.ts';
import { reach } from '../app/reach/room.server.ts';
import { reviews } from '../app/reviews/room.server.ts';
import { team } from '../app/team/room.server.ts';

/** What the rooms need of the host, all together. */
export type RoomHost = ChatHost & Pick<Host, 'settings' | 'isAnybodyIn' | 'isInFront'>;

type RoomServices = Parameters<typeof conversation.kinds>[0] & Parameters<typeof reach.kinds>[0];

/** What is in the house: a new wing is a folder and its line here. */
export const ROOMS: readonly Room<RoomHost, RoomServices>[] = [conversation, reviews, team, reach];
