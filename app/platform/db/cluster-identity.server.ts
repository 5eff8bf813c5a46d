import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32c } from './crc32c.server.ts';
import {
  CONTROL,
  CONTROL_FILE,
  LOG_SYSTEM_ID,
  neededLog,
  readControl,
} from './check-cluster.server.ts';

const NONCE_BYTES = 32;

/**
 * Gives a copied database a new system id, as `initdb` makes it (a timestamp and random bits), and
 * a new secret. The database must have been shut down cleanly, so that only one log file matters.
 */
export function renewIdentity(cluster: string): void {
  const control = readControl(cluster);
  const seconds = BigInt(Math.floor(Date.now() / 1000));
  const systemId = (seconds << 32n) | BigInt(randomBytes(4).readUInt32LE());
  control.writeBigUInt64LE(systemId, CONTROL.systemId);
  randomBytes(NONCE_BYTES).copy(control, CONTROL.nonce);
  control.writeUInt32LE(crc32c(control.subarray(0, CONTROL.crc)), CONTROL.crc);
  for (const name of neededLog(control)) writeLogOwner(join(cluster, name), systemId);
  writeFileSync(join(cluster, CONTROL_FILE), control);
}

function writeLogOwner(segment: string, systemId: bigint): void {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(systemId);
  const file = openSync(segment, 'r+');
  try {
    writeSync(file, bytes, 0, bytes.byteLength, LOG_SYSTEM_ID);
  } finally {
    closeSync(file);
  }
}
