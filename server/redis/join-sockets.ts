import type { Namespace } from 'socket.io';
import type { Log } from '../../app/platform/log.server.ts';
import type { OtherSockets } from '../ask-processes.ts';
import type { Redis } from './connection.ts';
import { RoomAdapter } from './room-adapter.ts';

export function joinSockets(redis: Redis, log: Log): OtherSockets {
  const missed: ((rooms: readonly string[]) => void)[] = [];
  const tellMissed = (rooms: readonly string[]) => {
    for (const listener of missed) listener(rooms);
  };
  let opened: RoomAdapter | undefined;

  /** Socket.IO calls this function with `new`. */
  function adapter(namespace: Namespace): RoomAdapter {
    opened = new RoomAdapter(namespace, redis, log, tellMissed);
    return opened;
  }

  return {
    adapter,
    async isAnybodyIn(rooms) {
      return redis.isReady && opened !== undefined && opened.isAnybodyIn(rooms);
    },
    onMissed(listener) {
      missed.push(listener);
    },
  };
}
