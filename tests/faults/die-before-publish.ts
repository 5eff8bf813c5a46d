/**
 * Loaded into a server with --import: once the file DIE_BEFORE_PUBLISH names exists, the process
 * kills itself at the moment a committed message would be published, before its answer is sent.
 */
import { existsSync } from 'node:fs';
import { Server } from 'socket.io';

const trigger = process.env.DIE_BEFORE_PUBLISH ?? '';
const { to } = Server.prototype;

Server.prototype.to = function (this: Server, room) {
  if (String(room).startsWith('conversation:') && existsSync(trigger)) {
    process.kill(process.pid, 'SIGKILL');
  }
  return to.call(this, room);
};
