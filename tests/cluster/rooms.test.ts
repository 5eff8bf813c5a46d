import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from 'socket.io';
import { io as connect, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../app/platform/log.server.ts';
import type { OtherSockets } from '../../server/ask-processes.ts';
import { openRedis, type Redis } from '../../server/redis/connection.ts';
import { joinSockets } from '../../server/redis/join-processes.ts';
import { OwnRedis } from '../support/own-redis.ts';

const PREFIX = 'embarka:rooms:';

let own: OwnRedis;
beforeAll(async () => {
  const started = await OwnRedis.start();
  if (!started) throw new Error('redis-server is not installed');
  own = started;
});
afterAll(() => own.kill());

/** As much of a process as joins its sockets with those of the others. */
class Member {
  readonly io: Server;
  readonly redis: Redis;
  readonly others: OtherSockets;
  readonly missed: (readonly string[])[] = [];
  readonly #http: HttpServer;
  readonly #clients: Socket[] = [];

  private constructor(redis: Redis, http: HttpServer) {
    const log = createLog('silent');
    this.redis = redis;
    this.others = joinSockets(redis, log);
    this.others.onMissed((rooms) => this.missed.push(rooms));
    this.#http = http;
    this.io = new Server(http, { transports: ['websocket'], adapter: this.others.adapter });
    this.io.use((socket, next) => {
      const { rooms } = socket.handshake.auth as { rooms: string[] };
      void Promise.resolve(socket.join(rooms)).then(() => next());
    });
  }

  static async start(): Promise<Member> {
    const redis = await openRedis(own.url, PREFIX, createLog('silent'));
    const http = createServer().listen(0, '127.0.0.1');
    await once(http, 'listening');
    return new Member(redis, http);
  }

  /** Somebody who enters these rooms on this process; what they hear is noted. */
  async enter(...rooms: string[]): Promise<{ socket: Socket; heard: unknown[] }> {
    const { port } = this.#http.address() as AddressInfo;
    const socket = connect(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      auth: { rooms },
      forceNew: true,
      reconnection: false,
    });
    this.#clients.push(socket);
    const heard: unknown[] = [];
    socket.onAny((_name, said) => heard.push(said));
    await once(socket as never, 'connect');
    return { socket, heard };
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.disconnect();
    await this.io.close();
    this.redis.close();
  }
}

const members: Member[] = [];
afterEach(async () => {
  await Promise.all(members.splice(0).map((member) => member.close()));
});

async function start(count: number): Promise<Member[]> {
  while (members.length < count) members.push(await Member.start());
  return members;
}

/** The rooms that processes hear, as Redis knows them. */
async function roomsHeard({ redis }: Member): Promise<string[]> {
  const channels = await redis.client.pubSubChannels(`${PREFIX}room:*`);
  return channels.map((channel) => channel.slice(`${PREFIX}room:`.length)).sort();
}

async function idOf({ redis }: Member): Promise<string> {
  return String(await redis.client.clientId());
}

async function timesRun({ redis }: Member, command: string): Promise<number> {
  const stats = await redis.client.info('commandstats');
  return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
}

describe('rooms of several processes', () => {
  test('an event is heard once by each in its rooms, wherever they are, and in its order', async () => {
    const [one, other] = (await start(3)) as [Member, Member, Member];
    const both = await other.enter('agent:maya', 'view:all');
    const agent = await one.enter('agent:maya');
    const watcher = await members[2]!.enter('view:all');
    const stranger = await other.enter('agent:leo');
    for (let number = 0; number < 30; number += 1) {
      // Now to the agent alone, now to the watchers too: none may overtake another.
      one.io.to(number % 3 ? ['agent:maya', 'view:all'] : 'agent:maya').emit('said', number);
    }
    const all = Array.from({ length: 30 }, (_, number) => number);
    await expect.poll(() => both.heard).toEqual(all);
    expect(agent.heard).toEqual(all);
    await expect.poll(() => watcher.heard).toEqual(all.filter((number) => number % 3));
    await sleep(50);
    expect(both.heard).toHaveLength(30);
    expect(stranger.heard).toEqual([]);
  });

  test('a process hears the rooms that somebody is in there, and no other', async () => {
    const [one, other] = (await start(2)) as [Member, Member];
    const elena = await one.enter('conversation:elena');
    const tab = await one.enter('conversation:elena');
    await other.enter('view:all');
    expect(await roomsHeard(one)).toEqual(['conversation:elena', 'view:all']);
    const channel = `${PREFIX}room:conversation:elena`;
    expect(await one.redis.client.pubSubNumSub([channel])).toEqual({ [channel]: 1 });
    elena.socket.disconnect();
    await sleep(50);
    expect(await roomsHeard(one)).toEqual(['conversation:elena', 'view:all']);
    tab.socket.disconnect();
    await expect.poll(() => roomsHeard(one)).toEqual(['view:all']);
  });

  test('what is said in one moment is one command, to however many rooms', async () => {
    const [one, other] = (await start(2)) as [Member, Member];
    const { heard } = await other.enter('view:all');
    const before = [await timesRun(one, 'evalsha'), await timesRun(one, 'eval')];
    for (let number = 0; number < 100; number += 1) {
      one.io.to(`conversation:${number}`).emit('said', number);
      one.io.to('view:all').emit('said', number);
    }
    await expect.poll(() => heard).toHaveLength(100);
    const after = [await timesRun(one, 'evalsha'), await timesRun(one, 'eval')];
    // The first of a new Redis brings the script along.
    expect(after[0]! - before[0]!).toBe(1);
    expect(after[1]! - before[1]!).toBeLessThanOrEqual(1);
  });

  test('who has entered a room hears what is said in it from then on', async () => {
    const [one, other] = (await start(2)) as [Member, Member];
    for (let number = 0; number < 40; number += 1) {
      const { socket, heard } = await other.enter(`conversation:${number % 4}`);
      one.io.to(`conversation:${number % 4}`).emit('said', number);
      await expect.poll(() => heard, { timeout: 20_000, interval: 5 }).toEqual([number]);
      // Half of them while the one before is still leaving.
      socket.disconnect();
      if (number % 2) await sleep(5);
    }
  });

  test('whether somebody is in a room is known without asking the processes', async () => {
    const [one, other] = (await start(3)) as [Member, Member, Member];
    const rooms = ['conversation:none', 'conversation:elena'];
    expect(await one.others.isAnybodyIn(rooms)).toBe(false);
    for (let number = 0; number < 10; number += 1) {
      const here = await one.enter('conversation:elena');
      const there = await other.enter('conversation:elena');
      expect(await members[2]!.others.isAnybodyIn(rooms)).toBe(true);
      // Both go at once: whoever asks last finds nobody, not the other who is leaving.
      const asked = [one, other].map(async (member) => {
        const [socket] = [...member.io.sockets.sockets.values()];
        await once(socket as never, 'disconnect');
        return member.others.isAnybodyIn(rooms);
      });
      here.socket.disconnect();
      there.socket.disconnect();
      expect(await Promise.all(asked)).toContain(false);
      await expect.poll(() => one.others.isAnybodyIn(rooms)).toBe(false);
    }
  });

  test('sockets are closed and servers ask one another as with any adapter of Socket.IO', async () => {
    const [one, other] = (await start(3)) as [Member, Member, Member];
    const maya = await other.enter('session:maya');
    const leo = await other.enter('session:leo');
    const closed = once(maya.socket as never, 'disconnect');
    one.io.in('session:maya').disconnectSockets(true);
    await closed;
    expect(leo.socket.connected).toBe(true);
    for (const member of members)
      member.io.on('count', (answer) => answer(member.io.engine.clientsCount));
    const counts = await one.io.serverSideEmitWithAck('count');
    expect((counts as number[]).toSorted((a, b) => a - b)).toEqual([0, 1]);
    const told = members.slice(1).map((member) => once(member.io.sockets as never, 'closing'));
    one.io.serverSideEmit('closing', ['session:maya']);
    expect(await Promise.all(told)).toEqual([[['session:maya']], [['session:maya']]]);
    one.io.emit('said', 'to everybody');
    await expect.poll(() => leo.heard).toEqual(['to everybody']);
  });

  test('what nobody understands, and a Redis that forgot its scripts, keep nothing from passing', async () => {
    const [one, other] = (await start(2)) as [Member, Member];
    const { heard } = await other.enter('view:all');
    await one.redis.client.publish(`${PREFIX}room:view:all`, 'no envelope');
    await one.redis.client.publish(`${PREFIX}room:view:all`, 'x 1\n[{"');
    await one.redis.client.sendCommand(['SCRIPT', 'FLUSH']);
    one.io.to('view:all').emit('said', 'still here');
    await expect.poll(() => heard).toEqual(['still here']);
  });

  test('what could not be said is told to the others, whose own connections were never lost', async () => {
    const [one, other] = (await start(2)) as [Member, Member];
    const { heard } = await other.enter('view:all');
    // The connection of one breaks while it speaks.
    const killed = one.redis.client.sendCommand([
      'CLIENT',
      'KILL',
      'ID',
      await idOf(one),
      'SKIPME',
      'no',
    ]);
    one.io.to('view:all').emit('said', 'into nothing');
    await killed.catch(() => {});
    await expect.poll(() => other.missed, { timeout: 10_000 }).toContainEqual([]);
    one.io.to('view:all').emit('said', 'and on');
    await expect.poll(() => heard.at(-1)).toBe('and on');
    // Nothing was lost since: nobody is told again. (A machine that is held up may have lost it twice.)
    const told = other.missed.length;
    await sleep(100);
    expect(other.missed).toHaveLength(told);
    expect(other.missed.flat()).toEqual([]);
    // It heard nothing meanwhile, either.
    expect(one.missed).toContainEqual([]);
  });

  test('after Redis died everybody is told to ask, and the rooms are heard again', async () => {
    const [one, other] = (await start(2)) as [Member, Member];
    const { heard } = await other.enter('conversation:elena');
    const here = await one.enter('conversation:elena');
    await own.kill();
    await expect.poll(() => one.redis.isReady, { timeout: 5000 }).toBe(false);
    // Its own clients hear at once.
    one.io.to('conversation:elena').emit('said', 'while it was away');
    await expect.poll(() => here.heard).toEqual(['while it was away']);
    // Redis is still away: a client that had to wait for it would never enter.
    const late = await other.enter('conversation:mateo');
    await own.start();
    for (const member of members) {
      await expect.poll(() => member.missed, { timeout: 10_000 }).toContainEqual([]);
    }
    await expect
      .poll(() => other.missed, { timeout: 10_000 })
      .toContainEqual(['conversation:mateo']);
    expect(await roomsHeard(one)).toEqual(['conversation:elena', 'conversation:mateo']);
    one.io.to(['conversation:elena', 'conversation:mateo']).emit('said', 'afterwards');
    await expect.poll(() => heard.at(-1)).toBe('afterwards');
    await expect.poll(() => late.heard.at(-1)).toBe('afterwards');
  });
});
