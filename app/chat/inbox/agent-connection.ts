import {
  openLiveConnection,
  type LiveConnection,
  type LiveHandlers,
} from '../client/live-connection.ts';
import { watchFront } from './watch-front.ts';

export function openAgentConnection(handlers: LiveHandlers): LiveConnection {
  let tell: ((isInFront: boolean) => void) | undefined;
  const front = watchFront(document, (isInFront) => tell?.(isInFront));
  const live = openLiveConnection(
    { as: 'agent' },
    {
      ...handlers,
      subscribe(socket) {
        tell = (isInFront) => {
          if (socket.connected) socket.emit('front', { isInFront });
        };
        // The server does not carry this state over from the previous connection.
        socket.on('connect', () => tell?.(front.isInFront));
        handlers.subscribe(socket);
      },
    },
  );
  return {
    writing: (conversationId, how) => live.writing(conversationId, how),
    typing: (conversationId, clientId) => live.typing(conversationId, clientId),
    close() {
      front.stop();
      live.close();
    },
  };
}
